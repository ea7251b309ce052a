import { Dialog } from '../../ui/dialog.tsx';
import { AddPeopleForm } from './add-people-form.tsx';
import { AddPeopleReport } from './add-people-report.tsx';
import { useAddPeople } from './add-people.ts';
import { doNotContactTexts } from './do-not-contact.texts.ts';

type AddPeopleModalProps = {
  readNames: (file: File) => Promise<string[]>;
  isOpen: boolean;
  onClose: () => void;
};

/** A dialog that adds many people at once, pasted or from a file, and then reports the result. */
export function AddPeopleModal({ readNames, isOpen, onClose }: AddPeopleModalProps) {
  const { add, progress, report, startOver } = useAddPeople();
  const texts = report === null ? doNotContactTexts.form : doNotContactTexts.report;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.title} size="lg" onExitTransitionEnd={startOver}>
      {report === null ? (
        <AddPeopleForm
          readNames={readNames}
          progress={progress}
          onSubmit={(adding) => void add(adding)}
          onCancel={onClose}
        />
      ) : (
        <AddPeopleReport report={report} onMore={startOver} onClose={onClose} />
      )}
    </Dialog>
  );
}
