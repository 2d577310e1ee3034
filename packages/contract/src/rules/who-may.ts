import type { Call } from '../define-call.ts'
import { MANAGERS, ROLES, type Role } from '../role-names.ts'
import type { OwnPermission, Permission } from '../roles.ts'

/**
 * Who may make a call.
 * - `public`: anybody.
 * - `session`: any signed-in user of the tenant.
 * - `roles`: a signed-in user with one of these roles.
 * - `permission`: a signed-in user who has it.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'session' }
  | { readonly kind: 'roles'; readonly roles: readonly Role[] }
  | { readonly kind: 'permission'; readonly permission: Permission | OwnPermission }

/** Who may open a page: anybody, who is signed out, any signed-in user, or one of these roles. */
export type Opening = 'anyone' | 'guest' | 'user' | readonly Role[]

/** Which role opens which page (section 2, GUARD-05; 3-team §2). The permission strings have no say here. */
export const WHO_MAY_OPEN = {
  login: 'guest',
  recover: 'anyone',
  onboarding: 'anyone',
  onboardingError: 'anyone',
  calendarCallback: 'anyone',
  privacy: 'anyone',
  terms: 'anyone',
  agents: 'user',
  newAgent: MANAGERS,
  agentSettings: MANAGERS,
  chat: 'user',
  dashboard: ['staff'],
  invite: ['staff'],
  userSettings: ROLES,
  organisation: MANAGERS,
} as const satisfies Record<string, Opening>
export type Page = keyof typeof WHO_MAY_OPEN

/** Of the organisation's settings, page by page, by the last part of their address. */
export const WHO_MAY_OPEN_SETTINGS = {
  pessoas: MANAGERS,
  numeros: MANAGERS,
  dados: MANAGERS,
  seguranca: MANAGERS,
  auditoria: MANAGERS,
} as const satisfies Record<string, readonly Role[]>

const anyone = { kind: 'public' } as const
const anyUser = { kind: 'session' } as const
const staffAndAdmin = { kind: 'roles', roles: MANAGERS } as const
const everyRole = { kind: 'roles', roles: ROLES } as const
const peopleManagers = { kind: 'permission', permission: 'users:manage' } as const
const inviters = { kind: 'permission', permission: 'users:invite' } as const
const tenantReaders = { kind: 'permission', permission: 'tenants:read' } as const
const tenantWriters = { kind: 'permission', permission: 'tenants:write' } as const
const agentWriters = { kind: 'permission', permission: 'agents:write' } as const

/** Who may make which call, by its name: a call that is missing here cannot be served (PEOPLE-09). */
export const WHO_MAY_CALL: Readonly<Record<string, Access>> = {
  login: anyone,
  me: anyUser,
  refresh: anyone,
  logout: anyone,
  logoutAll: anyUser,
  changePassword: anyUser,
  sessions: anyUser,
  endSession: anyUser,
  websocketToken: anyUser,

  askPasswordReset: anyone,
  checkPasswordReset: anyone,
  completePasswordReset: anyone,

  secondStepMethods: anyone,
  secondStep: anyone,
  passkeyOptions: anyone,
  passkeySignIn: anyone,
  confirm: anyUser,
  security: anyUser,
  startTotp: anyUser,
  confirmTotp: anyUser,
  removeTotp: anyUser,
  newRecoveryCodes: anyUser,
  passkeyCreationOptions: anyUser,
  createPasskey: anyUser,
  renamePasskey: anyUser,
  deletePasskey: anyUser,

  getOrganisationSettings: staffAndAdmin,
  setOrganisationSettings: staffAndAdmin,

  listAudit: staffAndAdmin,
  verifyAudit: staffAndAdmin,
  startExport: staffAndAdmin,
  listExports: staffAndAdmin,
  downloadExport: staffAndAdmin,
  createFile: anyUser,
  putFilePart: anyUser,
  getFile: anyUser,
  deleteFile: anyUser,
  listLeadFiles: anyUser,
  getStorage: staffAndAdmin,
  checkSetup: anyone,
  setUp: anyone,

  validateInvitation: anyone,
  completeOnboarding: anyone,
  listPeople: anyUser,
  getPerson: anyUser,
  // Of another person than oneself, by rules/manage-people.ts.
  updatePerson: anyUser,
  makeResetLink: peopleManagers,
  switchOffPerson: peopleManagers,
  switchOnPerson: peopleManagers,
  endPersonSessions: peopleManagers,
  removeSecondStep: peopleManagers,
  inviteUser: inviters,
  listInvitations: { kind: 'permission', permission: 'users:read' },
  cancelInvitation: inviters,
  generateInvitationToken: inviters,

  listTenants: tenantReaders,
  getTenant: tenantReaders,
  getTenantByDomain: tenantReaders,
  createTenant: tenantWriters,
  updateTenant: tenantWriters,

  listAgents: anyUser,
  getAgent: anyUser,
  createAgent: agentWriters,
  updateAgent: agentWriters,
  tryAgent: agentWriters,
  getDraft: agentWriters,
  saveDraft: agentWriters,
  discardDraft: agentWriters,
  publishDraft: agentWriters,
  listVersions: agentWriters,
  restoreVersion: agentWriters,
  // Whoever may see a lead may correct what was said to it.
  createCorrection: anyUser,
  listCorrections: agentWriters,
  updateCorrection: agentWriters,
  deleteCorrection: agentWriters,
  startRun: agentWriters,
  getRun: agentWriters,
  stopRun: agentWriters,

  listConversations: anyUser,
  getConversation: anyUser,
  getMessageInfo: anyUser,
  searchMessages: anyUser,
  getTranscript: anyUser,
  askTranscript: anyUser,
  sendMessage: anyUser,
  setReaction: anyUser,
  setAttention: anyUser,
  unreadCounts: anyUser,
  unreadCountsFor: anyUser,
  markRead: anyUser,

  listLeads: anyUser,
  getLead: anyUser,
  getLeadByPhone: anyUser,
  pauseLead: anyUser,
  archiveLead: anyUser,
  optOutLead: anyUser,

  // Whoever is signed in reads what agents answer from.
  listSources: anyUser,
  getSource: anyUser,
  listPassages: anyUser,
  askKnowledge: anyUser,
  messageBasis: anyUser,
  createSource: agentWriters,
  updateSource: agentWriters,
  deleteSource: agentWriters,
  refreshSource: agentWriters,
  changePassage: agentWriters,
  listQuestions: agentWriters,
  settleQuestion: agentWriters,

  exportLead: staffAndAdmin,
  eraseLead: staffAndAdmin,
  getRetention: staffAndAdmin,
  setRetention: staffAndAdmin,

  listWhatsappNumbers: agentWriters,
  createWhatsappNumber: agentWriters,
  updateWhatsappNumber: agentWriters,
  deleteWhatsappNumber: agentWriters,
  checkWhatsappNumber: agentWriters,
  registerWhatsappNumber: agentWriters,
  listWhatsappNotices: agentWriters,
  listWhatsappTemplates: agentWriters,
  createWhatsappTemplate: agentWriters,
  updateWhatsappTemplate: agentWriters,
  deleteWhatsappTemplate: agentWriters,
  createWhatsappSignup: agentWriters,
  getWhatsappSignup: agentWriters,
  finishWhatsappSignup: agentWriters,
  // Of the platform only.
  listUnclaimedAccounts: tenantReaders,
  assignUnclaimedAccount: tenantWriters,
  listTemplates: anyUser,
  sendTemplate: anyUser,
  getMedia: anyUser,

  calendarAuthUrl: everyRole,
  calendarCallback: everyRole,
  calendarAuthStatus: everyRole,
  calendarRevoke: everyRole,
  calendarCreateEvent: everyRole,

  getCostSummary: staffAndAdmin,
  getConversationCost: staffAndAdmin,
  listVersionCosts: staffAndAdmin,
  getRates: staffAndAdmin,
  setRates: staffAndAdmin,
  getBudget: staffAndAdmin,
  setBudget: staffAndAdmin,

  dashboardSummary: { kind: 'permission', permission: 'dashboard:read' },

  openWebchat: anyone,
  sendWebchatMessage: anyone,
  createWebchatFile: anyone,
  putWebchatFilePart: anyone,
  getWebchatMedia: anyone,
}

/** Who may make this call. @throws when the table has forgotten it */
export function accessOf({ name }: Pick<Call, 'name'>): Access {
  const access = WHO_MAY_CALL[name]
  if (!access) throw new Error(`${name} is missing in rules/who-may.ts`)
  return access
}
