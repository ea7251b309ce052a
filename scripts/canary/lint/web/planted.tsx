import { useEffect, useState } from 'react';

export function Planted({ name }: { name: string }) {
  const [shown, setShown] = useState('');
  if (name !== '') {
    useEffect(() => {
      document.title = shown;
    }, []);
  }
  return <button onClick={() => setShown(name)}>{shown}</button>;
}
