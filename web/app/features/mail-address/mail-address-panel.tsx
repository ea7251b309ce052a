import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { emailPattern } from '@sandpiper/contract/email-pattern';
import { emailMaxLength } from '@sandpiper/contract/limits';
import type { MailAddress } from '@sandpiper/contract/mail-address';
import { useState } from 'react';
import { failedFields } from '../../platform/failure.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRecentSignIn } from '../../ui/recent-sign-in.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useMailAddress, useRemoveMailAddress, useSetMailAddress } from './mail-address.queries.ts';
import { mailAddressTexts as texts } from './mail-address.texts.ts';

function AddressForm({ address, onDone }: { address: string; onDone: (() => void) | null }) {
  const recentSignIn = useRecentSignIn(texts.recentSignIn);
  const setAddress = useSetMailAddress(recentSignIn);
  const form = useForm({
    initialValues: { address },
    validate: { address: (typed) => (emailPattern.test(typed.trim()) ? null : texts.invalid) },
  });
  const submit = form.onSubmit((typed) =>
    setAddress.mutate(typed.address.trim(), {
      onSuccess: () => onDone?.(),
      onError: (error) => form.setErrors(failedFields(error)),
    }),
  );
  return (
    <>
      {recentSignIn.dialog}
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={texts.label}
            type="email"
            autoComplete="email"
            maxLength={emailMaxLength}
            {...form.getInputProps('address')}
          />
          <Group gap="xs">
            <Button type="submit" loading={setAddress.isPending}>
              {texts.save}
            </Button>
            {onDone !== null && (
              <Button variant="default" onClick={onDone}>
                {texts.cancel}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </>
  );
}

type KnownAddressProps = { address: string; isConfirmed: boolean; onChange: () => void };

function KnownAddress({ address, isConfirmed, onChange }: KnownAddressProps) {
  const recentSignIn = useRecentSignIn(texts.recentSignIn);
  const setAddress = useSetMailAddress(recentSignIn);
  const remove = useRemoveMailAddress(recentSignIn);
  const text = isConfirmed ? texts.confirmed(address) : texts.unconfirmed(address);
  return (
    <Stack gap="sm">
      <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
        <RichText text={text} tags={{ strong }} />
      </Text>
      {recentSignIn.dialog}
      <Group gap="xs">
        {!isConfirmed && (
          <Button variant="default" loading={setAddress.isPending} onClick={() => setAddress.mutate(address)}>
            {texts.resend}
          </Button>
        )}
        <Button variant="default" onClick={onChange}>
          {texts.change}
        </Button>
        <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          {texts.remove}
        </Button>
      </Group>
    </Stack>
  );
}

function AddressSettings({ mail }: { mail: MailAddress }) {
  const [isChanging, setChanging] = useState(false);
  const { address } = mail;
  if (!mail.is_mail_set_up) {
    return (
      <Text size="sm" c="dimmed">
        {texts.notSetUp}
        {mail.missing_settings.length > 0 &&
          ` ${texts.missing(new Intl.ListFormat('en').format(mail.missing_settings))}`}
      </Text>
    );
  }
  if (address === null) return <AddressForm address="" onDone={null} />;
  if (isChanging) return <AddressForm address={address} onDone={() => setChanging(false)} />;
  return <KnownAddress address={address} isConfirmed={mail.is_confirmed} onChange={() => setChanging(true)} />;
}

export function MailAddressPanel() {
  const address = useMailAddress();
  return (
    <Panel title={texts.title} subtitle={texts.subtitle}>
      <Loaded query={address} what={texts.what} skeleton={<Skeleton h={110} />}>
        {(mail) => <AddressSettings mail={mail} />}
      </Loaded>
    </Panel>
  );
}
