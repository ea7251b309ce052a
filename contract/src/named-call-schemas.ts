import type { z } from 'zod';
import { accountAnswerSchema } from './accounts.ts';
import { cleanupResultSchema, profilePathBodySchema, queuedRequestSchema } from './account-requests.ts';
import { leaseSchema } from './agent.ts';
import { auditPageSchema } from './audit.ts';
import { passwordBodySchema } from './auth.ts';
import { queuedProfileRequestSchema } from './browser-profiles.ts';
import { campaignAnswerSchema, campaignStartSchema } from './campaigns.ts';
import { dataExportAnswerSchema } from './data-export.ts';
import { importAnswerSchema } from './imports.ts';
import { listAnswerSchema, listBodySchema, listsAnswerSchema } from './lists.ts';
import { switchesAnswerSchema } from './notices.ts';
import { peopleChangeAnswerSchema } from './people-changes.ts';
import { recipientAnswerSchema } from './recipients.ts';
import { registrationSchema } from './registration.ts';
import { savedFilterAnswerSchema, savedFilterBodySchema } from './saved-filters.ts';
import { settingsAnswerSchema } from './settings.ts';
import { tagAnswerSchema, tagBodySchema } from './tags.ts';
import { templateAnswerSchema, templateBodySchema } from './templates.ts';
import { passwordAndCodeSchema, recoveryCodesSchema } from './two-factor.ts';
import { automaticCheckAnswerSchema } from './unread-checks.ts';
import { userAnswerSchema } from './users.ts';

/** The names of request and response bodies that several endpoints share. All others are named after their endpoint's operation ID. */
export const namedCallSchemas = {
  PasswordBody: passwordBodySchema,
  PasswordAndCode: passwordAndCodeSchema,
  RecoveryCodes: recoveryCodesSchema,
  Registration: registrationSchema,
  UserAnswer: userAnswerSchema,
  DataExportAnswer: dataExportAnswerSchema,
  SettingsAnswer: settingsAnswerSchema,
  NoticeSwitchesAnswer: switchesAnswerSchema,
  AuditPage: auditPageSchema,
  AccountAnswer: accountAnswerSchema,
  QueuedRequest: queuedRequestSchema,
  ProfilePathBody: profilePathBodySchema,
  CleanupResult: cleanupResultSchema,
  AutomaticCheckAnswer: automaticCheckAnswerSchema,
  QueuedProfileRequest: queuedProfileRequestSchema,
  CampaignAnswer: campaignAnswerSchema,
  CampaignStart: campaignStartSchema,
  TemplateBody: templateBodySchema,
  TemplateAnswer: templateAnswerSchema,
  ListBody: listBodySchema,
  ListAnswer: listAnswerSchema,
  ListsAnswer: listsAnswerSchema,
  RecipientAnswer: recipientAnswerSchema,
  ImportAnswer: importAnswerSchema,
  PeopleChangeAnswer: peopleChangeAnswerSchema,
  TagBody: tagBodySchema,
  TagAnswer: tagAnswerSchema,
  SavedFilterBody: savedFilterBodySchema,
  SavedFilterAnswer: savedFilterAnswerSchema,
  Lease: leaseSchema,
} satisfies Record<string, z.ZodType>;
