import type { Call } from '../define-call.ts'
import * as agent from './agent.ts'
import * as agents from './agents.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as calendar from './calendar.ts'
import * as channels from './channels.ts'
import * as conversations from './conversations.ts'
import * as corrections from './corrections.ts'
import * as costs from './costs.ts'
import * as dashboard from './dashboard.ts'
import * as exports from './exports.ts'
import * as files from './files.ts'
import * as knowledge from './knowledge.ts'
import * as leads from './leads.ts'
import * as messageInfo from './message-info.ts'
import * as onboarding from './onboarding.ts'
import * as organisation from './organisation.ts'
import * as passwordReset from './password-reset.ts'
import * as people from './people.ts'
import * as privacy from './privacy.ts'
import * as reactions from './reactions.ts'
import * as search from './search.ts'
import * as secondStep from './second-step.ts'
import * as setup from './setup.ts'
import * as tenants from './tenants.ts'
import * as transcripts from './transcripts.ts'
import * as users from './users.ts'
import * as versions from './versions.ts'
import * as webchat from './webchat.ts'
import * as webchatFiles from './webchat-files.ts'
import * as whatsappSignup from './whatsapp-signup.ts'
import * as whatsappTemplates from './whatsapp-templates.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'answer' in value && 'path' in value

/** Every call of the contract, for code that processes all of them: the server's 501 answers, OpenAPI, the isolation test. */
export const allCalls: readonly Call[] = [
  auth,
  secondStep,
  agents,
  agent,
  versions,
  corrections,
  conversations,
  messageInfo,
  search,
  transcripts,
  reactions,
  channels,
  whatsappSignup,
  whatsappTemplates,
  leads,
  privacy,
  passwordReset,
  people,
  users,
  onboarding,
  setup,
  tenants,
  organisation,
  audit,
  exports,
  files,
  knowledge,
  calendar,
  costs,
  dashboard,
  webchat,
  webchatFiles,
].flatMap((calls) => Object.values(calls).filter(isCall))
