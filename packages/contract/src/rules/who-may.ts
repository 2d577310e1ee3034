import type { Call } from '../define-call.ts'
import { MANAGERS, ROLES, type Role } from '../role-names.ts'
import type { OwnPermission, Permission } from '../roles.ts'

/**
 * Who may make a call.
 * - `public`: every client.
 * - `session`: every signed-in user of the tenant.
 * - `roles`: signed-in users with one of these roles.
 * - `permission`: signed-in users with this permission.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'session' }
  | { readonly kind: 'roles'; readonly roles: readonly Role[] }
  | { readonly kind: 'permission'; readonly permission: Permission | OwnPermission }

/** Who may open a page: everybody, only clients that are signed out, every signed-in user, or users with one of these roles. */
export type Opening = 'anyone' | 'guest' | 'user' | readonly Role[]

/** Roles that may open each page (section 2, GUARD-05; 3-team §2). Permissions are not considered. */
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

/** Roles that may open each page of the organisation's settings, by the last segment of its path. */
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

/** Who may make each call, by its name. A call that is missing here cannot be served (PEOPLE-09). */
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
  // For other users, rules/manage-people.ts decides.
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
  // Every user who may see a lead may correct the agent's messages to it.
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

  // Every signed-in user may read the knowledge base.
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
  // Only for users of the platform.
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

/** Returns who may make a call. @throws if the call is missing in the table */
export function accessOf({ name }: Pick<Call, 'name'>): Access {
  const access = WHO_MAY_CALL[name]
  if (!access) throw new Error(`${name} is missing in rules/who-may.ts`)
  return access
}
