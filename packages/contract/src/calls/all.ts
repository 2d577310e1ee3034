import type { Call } from '../define-call.ts'
import * as auth from './accounts/auth.ts'
import * as onboarding from './accounts/onboarding.ts'
import * as passwordReset from './accounts/password-reset.ts'
import * as secondStep from './accounts/second-step.ts'
import * as setup from './accounts/setup.ts'
import * as agent from './agents/agent.ts'
import * as agents from './agents/agents.ts'
import * as corrections from './agents/corrections.ts'
import * as knowledge from './agents/knowledge.ts'
import * as versions from './agents/versions.ts'
import * as conversations from './conversations/conversations.ts'
import * as files from './conversations/files.ts'
import * as leads from './conversations/leads.ts'
import * as messageInfo from './conversations/message-info.ts'
import * as reactions from './conversations/reactions.ts'
import * as search from './conversations/search.ts'
import * as transcripts from './conversations/transcripts.ts'
import * as audit from './organisation/audit.ts'
import * as calendar from './organisation/calendar.ts'
import * as organisation from './organisation/organisation.ts'
import * as people from './organisation/people.ts'
import * as privacy from './organisation/privacy.ts'
import * as tenants from './organisation/tenants.ts'
import * as users from './organisation/users.ts'
import * as costs from './reports/costs.ts'
import * as dashboard from './reports/dashboard.ts'
import * as exports from './reports/exports.ts'
import * as webchat from './webchat/webchat.ts'
import * as webchatFiles from './webchat/webchat-files.ts'
import * as channels from './whatsapp/channels.ts'
import * as whatsappSignup from './whatsapp/whatsapp-signup.ts'
import * as whatsappTemplates from './whatsapp/whatsapp-templates.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'answer' in value && 'path' in value

/**
 * Definitions of all API endpoints, for code that processes every endpoint: 501 responses of the server, the OpenAPI document, and the test
 * that organisations (tenants) are isolated.
 */
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
