import { useSearchParams } from 'react-router';
import { tidyCode } from '../features/link/pairing-code.ts';
import { Pairing } from '../features/link/pairing.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export default function LinkPage() {
  const [params, setParams] = useSearchParams();
  const code = tidyCode(params.get('code') ?? '');
  return (
    <div style={{ maxWidth: '40rem' }}>
      <PageHeader title="Connect a computer" />
      <Pairing code={code} onCode={(next) => setParams(next === '' ? {} : { code: next })} />
    </div>
  );
}
