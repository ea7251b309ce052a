import { NoticeList, ReadAllButton } from '../features/notices/notice-list.tsx';
import { noticesTexts } from '../features/notices/notices.texts.ts';
import { PageHeader } from '../ui/page-header.tsx';

export default function NoticesPage() {
  return (
    <>
      <PageHeader title={noticesTexts.title} description={noticesTexts.description} actions={<ReadAllButton />} />
      <NoticeList />
    </>
  );
}
