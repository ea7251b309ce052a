import ar from '../../../../../pages/languages/ar.json' with { type: 'json' };
import de from '../../../../../pages/languages/de.json' with { type: 'json' };
import en from '../../../../../pages/languages/en.json' with { type: 'json' };
import es from '../../../../../pages/languages/es.json' with { type: 'json' };
import fr from '../../../../../pages/languages/fr.json' with { type: 'json' };
import hi from '../../../../../pages/languages/hi.json' with { type: 'json' };
import id from '../../../../../pages/languages/id.json' with { type: 'json' };
import it from '../../../../../pages/languages/it.json' with { type: 'json' };
import ja from '../../../../../pages/languages/ja.json' with { type: 'json' };
import ko from '../../../../../pages/languages/ko.json' with { type: 'json' };
import pt from '../../../../../pages/languages/pt.json' with { type: 'json' };
import ru from '../../../../../pages/languages/ru.json' with { type: 'json' };
import tr from '../../../../../pages/languages/tr.json' with { type: 'json' };
import zh from '../../../../../pages/languages/zh.json' with { type: 'json' };
import locators from '../../../../../pages/locators.json' with { type: 'json' };
import pack from '../../../../../pages/pack.json' with { type: 'json' };
import { readPack } from './page-pack.ts';

/** The content of `agent/pages`. The bundler includes these files in the program, so they can't be missing. */
export const builtInContent = {
  ...pack,
  locators,
  languages: [ar, de, en, es, fr, hi, id, it, ja, ko, pt, ru, tr, zh],
};

export const builtInPack = readPack(builtInContent);
