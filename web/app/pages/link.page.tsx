import { useSearchParams } from 'react-router';
import { tidyCode } from '../features/link/pairing-code.ts';
import { linkTexts } from '../features/link/link.texts.ts';
import { Pairing } from '../features/link/pairing.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export default function LinkPage() {
  const [params, setParams] = useSearchParams();
  const code = tidyCode(params.get('code') ?? '');
  return (
    <div style={{ maxWidth: '40rem' }}>
      <PageHeader title={linkTexts.title} />
      <Pairing code={code} onCode={(next) => setParams(next === '' ? {} : { code: next })} />
    </div>
  );
}
