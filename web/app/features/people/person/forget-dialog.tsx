import { useNavigate } from 'react-router';
import { failureText } from '../../../platform/failure.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import css from './forget-dialog.module.css';
import { useForgetPerson, type PersonDetail } from './person.queries.ts';
import { personTexts } from './person.texts.ts';

const { forget: texts } = personTexts;

type ForgetDialogProps = { detail: PersonDetail; onClose: () => void };

/** Asks for confirmation before a person is forgotten, and lists what is deleted and what is kept. */
export function ForgetDialog({ detail: { person, summary }, onClose }: ForgetDialogProps) {
  const { username, list_count: lists } = person;
  const forget = useForgetPerson(username);
  const navigate = useNavigate();
  const campaigns = summary.waiting_in.map(({ name }) => name);
  return (
    <ConfirmModal
      isOpen
      title={texts.title(username)}
      confirm={texts.submit}
      isDangerous
      size="lg"
      isBusy={forget.isPending}
      problem={forget.isError ? failureText(forget.error, texts.failed) : undefined}
      onClose={onClose}
      onConfirm={() => forget.mutate(undefined, { onSuccess: () => void navigate('/people', { replace: true }) })}
    >
      <Part title={texts.goes} items={texts.goesItems(lists)} />
      <Part title={texts.stays} items={texts.staysItems} />
      <p className={css['text']}>{texts.again}</p>
      {campaigns.length > 0 && (
        <p className={css['text']}>{texts.waiting(new Intl.ListFormat('en').format(campaigns))}</p>
      )}
    </ConfirmModal>
  );
}

function Part({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <>
      <strong>{title}</strong>
      <ul className={css['items']}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}
