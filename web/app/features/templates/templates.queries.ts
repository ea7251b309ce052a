import type { CallInput, CallOutput } from '@sandpiper/contract/client';
import type { Template } from '@sandpiper/contract/templates';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { useOptimisticUpdate } from '../../platform/use-optimistic-update.ts';
import { toast } from '../../platform/toasts.tsx';
import { templateTexts } from './templates.texts.ts';

export type TemplateInput = CallInput<'POST /api/templates'>['body'];
type TemplateChanges = NonNullable<CallInput<'PUT /api/templates/:id'>['body']>;
type TemplateAnswer = CallOutput<'GET /api/templates'>;

const { toasts: texts } = templateTexts;
const templatesKey = ['templates'] as const;

export function useTemplates() {
  return useQuery({
    queryKey: templatesKey,
    queryFn: ({ signal }) => call('GET /api/templates', undefined, { signal }),
    meta: { errorToast: texts.fetchFailed },
  });
}

/** Returns the options of a mutation that changes the cached templates optimistically. */
function useOptimisticTemplates(change: (templates: Template[], template: Template) => Template[], failed: string) {
  return useOptimisticUpdate(
    { queryKey: templatesKey, exact: true },
    (answer: TemplateAnswer, template: Template) => ({ ...answer, templates: change(answer.templates, template) }),
    failed,
  );
}

type TemplateToSave = { id: null; body: TemplateInput } | { id: number; body: TemplateChanges };

/** Returns a mutation that creates a template or, if an ID is given, updates that template. */
export function useSaveTemplate() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: TemplateToSave) =>
      id === null ? call('POST /api/templates', { body }) : call('PUT /api/templates/:id', { params: { id }, body }),
    onSuccess: (_answer, { id }) => {
      toast.success(id === null ? texts.created : texts.updated);
      return queryClient.invalidateQueries({ queryKey: templatesKey });
    },
    onError: (error) => toast.failure(error, texts.saveFailed),
  });
}

async function createAgain({ name, content, is_selected }: Template): Promise<void> {
  const { template } = await call('POST /api/templates', { body: { name, content } });
  if (is_selected) await selectTemplate(template);
}

function selectTemplate({ id }: Pick<Template, 'id'>) {
  return call('PUT /api/templates/:id/select', { params: { id } });
}

export function useRemoveTemplate() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: templatesKey });
  return useMutation({
    mutationFn: (template: Template) => call('DELETE /api/templates/:id', { params: { id: template.id } }),
    ...useOptimisticTemplates((templates, { id }) => templates.filter((each) => each.id !== id), texts.deleteFailed),
    onSuccess: (_answer, template) => toast.undoable(texts.deleted, { undo: () => createAgain(template), refresh }),
  });
}

function selectedIn(queryClient: QueryClient): Template | undefined {
  return queryClient.getQueryData<TemplateAnswer>(templatesKey)?.templates.find((each) => each.is_selected);
}

/** Selects a template optimistically. If the request fails, the badge moves back and a toast explains why. */
export function useSelectTemplate() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: templatesKey });
  const selection = useOptimisticTemplates(
    (templates, { id }) => templates.map((each) => ({ ...each, is_selected: each.id === id })),
    texts.selectFailed,
  );
  return useMutation({
    mutationFn: selectTemplate,
    onMutate: async (template: Template) => {
      const before = selectedIn(queryClient);
      return { before, undo: await selection.onMutate(template) };
    },
    onSuccess: (_answer, template, { before }) => {
      const text = texts.selected(template.name);
      // The first selection can't be undone, because a template can't be deselected except by selecting another template.
      if (before === undefined) toast.success(text);
      else toast.undoable(text, { undo: () => selectTemplate(before), refresh });
    },
    onError: (error, template, changed) => selection.onError(error, template, changed?.undo),
    onSettled: refresh,
  });
}
