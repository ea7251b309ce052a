import { Dialog } from '../../ui/dialog.tsx';
import { useDiscardQuestion } from '../../ui/form-modal.tsx';
import { AddPeopleForm, useAddPeopleForm } from './add-people-form.tsx';
import { AddPeopleReport } from './add-people-report.tsx';
import { useAddPeople, type ReadNames, type Report } from './add-people.ts';
import { doNotContactTexts } from './do-not-contact.texts.ts';

type AddPeopleModalProps = {
  readNames: ReadNames;
  isOpen: boolean;
  onClose: () => void;
};

/** A dialog that adds many people at once, pasted or from a file, and then reports the result. */
export function AddPeopleModal({ readNames, isOpen, onClose }: AddPeopleModalProps) {
  const { add, stop, progress, report, startOver } = useAddPeople();
  const form = useAddPeopleForm(readNames, isOpen);
  const unfinished = report?.unfinished ?? null;
  const { close, question } = useDiscardQuestion({
    isDirty: isOpen && (report === null || unfinished !== null) && form.isDirty,
    isSaving: progress !== null,
    onClose: () => {
      stop();
      onClose();
    },
  });
  const clear = () => {
    form.clear();
    startOver();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={titleOf(report)} size="lg" onExitTransitionEnd={clear}>
      {report === null ? (
        <AddPeopleForm
          form={form}
          progress={progress}
          question={question}
          onSubmit={(adding) => void add(adding)}
          onCancel={close}
        />
      ) : (
        <AddPeopleReport
          report={report}
          progress={progress}
          question={question}
          onRest={(rest) => void add(rest)}
          onMore={clear}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

function titleOf(report: Report | null): string {
  if (report === null) return doNotContactTexts.form.title;
  const { title, stoppedTitle } = doNotContactTexts.report;
  return report.unfinished === null ? title : stoppedTitle;
}
