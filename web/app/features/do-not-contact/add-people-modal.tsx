import { Dialog } from '../../ui/dialog.tsx';
import { useDiscardQuestion } from '../../ui/form-modal.tsx';
import { AddPeopleForm, useAddPeopleForm } from './add-people-form.tsx';
import { AddPeopleReport } from './add-people-report.tsx';
import { useAddPeople, type ReadNames } from './add-people.ts';
import { doNotContactTexts } from './do-not-contact.texts.ts';

type AddPeopleModalProps = {
  readNames: ReadNames;
  isOpen: boolean;
  onClose: () => void;
};

/** A dialog that adds many people at once, pasted or from a file, and then reports the result. */
export function AddPeopleModal({ readNames, isOpen, onClose }: AddPeopleModalProps) {
  const { add, progress, report, startOver } = useAddPeople();
  const form = useAddPeopleForm(readNames, isOpen);
  const texts = report === null ? doNotContactTexts.form : doNotContactTexts.report;
  const { close, question } = useDiscardQuestion({
    isDirty: isOpen && report === null && form.isDirty,
    isSaving: progress !== null,
    onClose,
  });
  const clear = () => {
    form.clear();
    startOver();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={texts.title} size="lg" onExitTransitionEnd={clear}>
      {report === null ? (
        <AddPeopleForm
          form={form}
          progress={progress}
          question={question}
          onSubmit={(adding) => void add(adding)}
          onCancel={close}
        />
      ) : (
        <AddPeopleReport report={report} onMore={clear} onClose={onClose} />
      )}
    </Dialog>
  );
}
