import type { Call } from '../../define-call.ts'
import { MANAGER_ROLES, ROLES, type Role } from '../../role-names.ts'
import type { ExtensionPermission, Permission } from '../../roles.ts'

/**
 * Rule that defines who may request an API endpoint.
 * - `public`: every client, signed in or not.
 * - `session`: every signed-in user of the organisation.
 * - `roles`: signed-in users with one of these roles.
 * - `permission`: signed-in users with this permission.
 */
export type CallAccess =
  | { readonly kind: 'public' }
  | { readonly kind: 'session' }
  | { readonly kind: 'roles'; readonly roles: readonly Role[] }
  | { readonly kind: 'permission'; readonly permission: Permission | ExtensionPermission }

/**
 * Users who may open a page. `anyone`: everybody. `guest`: only people who are not signed in. `user`: every signed-in user. A list:
 * signed-in users with one of these roles.
 */
export type PageAccess = 'anyone' | 'guest' | 'user' | readonly Role[]

/** Users who may open each page. Depends only on the role, not on permissions (section 2, GUARD-05; 3-team §2). */
export const PAGE_ACCESS = {
  login: 'guest',
  recover: 'anyone',
  onboarding: 'anyone',
  onboardingError: 'anyone',
  calendarCallback: 'anyone',
  privacy: 'anyone',
  terms: 'anyone',
  agents: 'user',
  newAgent: MANAGER_ROLES,
  agentSettings: MANAGER_ROLES,
  chat: 'user',
  dashboard: ['staff'],
  invite: ['staff'],
  userSettings: ROLES,
  organisation: MANAGER_ROLES,
} as const satisfies Record<string, PageAccess>
export type PageName = keyof typeof PAGE_ACCESS

/** Roles that may open each page of the organisation's settings, by the last segment of its path. */
export const SETTINGS_PAGE_ACCESS = {
  pessoas: MANAGER_ROLES,
  numeros: MANAGER_ROLES,
  dados: MANAGER_ROLES,
  seguranca: MANAGER_ROLES,
  auditoria: MANAGER_ROLES,
} as const satisfies Record<string, readonly Role[]>

const publicAccess = { kind: 'public' } as const
const signedInAccess = { kind: 'session' } as const
const managerAccess = { kind: 'roles', roles: MANAGER_ROLES } as const
const anyRoleAccess = { kind: 'roles', roles: ROLES } as const
const peopleManagerAccess = { kind: 'permission', permission: 'users:manage' } as const
const inviterAccess = { kind: 'permission', permission: 'users:invite' } as const
const tenantReaderAccess = { kind: 'permission', permission: 'tenants:read' } as const
const tenantWriterAccess = { kind: 'permission', permission: 'tenants:write' } as const
const agentWriterAccess = { kind: 'permission', permission: 'agents:write' } as const

/** Access rule of each API endpoint, by endpoint name. The server cannot register an endpoint without a rule (PEOPLE-09). */
export const CALL_ACCESS: Readonly<Record<string, CallAccess>> = {
  login: publicAccess,
  me: signedInAccess,
  refresh: publicAccess,
  logout: publicAccess,
  logoutAll: signedInAccess,
  changePassword: signedInAccess,
  sessions: signedInAccess,
  endSession: signedInAccess,
  websocketToken: signedInAccess,

  askPasswordReset: publicAccess,
  checkPasswordReset: publicAccess,
  completePasswordReset: publicAccess,

  secondStepMethods: publicAccess,
  secondStep: publicAccess,
  passkeyOptions: publicAccess,
  passkeySignIn: publicAccess,
  confirm: signedInAccess,
  security: signedInAccess,
  startTotp: signedInAccess,
  confirmTotp: signedInAccess,
  removeTotp: signedInAccess,
  newRecoveryCodes: signedInAccess,
  passkeyCreationOptions: signedInAccess,
  createPasskey: signedInAccess,
  renamePasskey: signedInAccess,
  deletePasskey: signedInAccess,

  getOrganisationSettings: managerAccess,
  setOrganisationSettings: managerAccess,

  listAudit: managerAccess,
  verifyAudit: managerAccess,
  startExport: managerAccess,
  listExports: managerAccess,
  downloadExport: managerAccess,
  createFile: signedInAccess,
  putFilePart: signedInAccess,
  getFile: signedInAccess,
  deleteFile: signedInAccess,
  listLeadFiles: signedInAccess,
  getStorage: managerAccess,
  checkSetup: publicAccess,
  setUp: publicAccess,

  validateInvitation: publicAccess,
  completeOnboarding: publicAccess,
  listPeople: signedInAccess,
  getPerson: signedInAccess,
  // rules/organisation/manage-people.ts restricts changes to other users.
  updatePerson: signedInAccess,
  makeResetLink: peopleManagerAccess,
  switchOffPerson: peopleManagerAccess,
  switchOnPerson: peopleManagerAccess,
  endPersonSessions: peopleManagerAccess,
  removeSecondStep: peopleManagerAccess,
  inviteUser: inviterAccess,
  listInvitations: { kind: 'permission', permission: 'users:read' },
  cancelInvitation: inviterAccess,
  generateInvitationToken: inviterAccess,

  listTenants: tenantReaderAccess,
  getTenant: tenantReaderAccess,
  getTenantByDomain: tenantReaderAccess,
  createTenant: tenantWriterAccess,
  updateTenant: tenantWriterAccess,

  listAgents: signedInAccess,
  getAgent: signedInAccess,
  createAgent: agentWriterAccess,
  updateAgent: agentWriterAccess,
  tryAgent: agentWriterAccess,
  getDraft: agentWriterAccess,
  saveDraft: agentWriterAccess,
  discardDraft: agentWriterAccess,
  publishDraft: agentWriterAccess,
  listVersions: agentWriterAccess,
  restoreVersion: agentWriterAccess,
  // Every user who may see a lead may also mark the agent's messages to the lead as wrong.
  createCorrection: signedInAccess,
  listCorrections: agentWriterAccess,
  updateCorrection: agentWriterAccess,
  deleteCorrection: agentWriterAccess,
  startRun: agentWriterAccess,
  getRun: agentWriterAccess,
  stopRun: agentWriterAccess,

  listConversations: signedInAccess,
  getConversation: signedInAccess,
  getMessageInfo: signedInAccess,
  searchMessages: signedInAccess,
  getTranscript: signedInAccess,
  askTranscript: signedInAccess,
  sendMessage: signedInAccess,
  setReaction: signedInAccess,
  setAttention: signedInAccess,
  unreadCounts: signedInAccess,
  unreadCountsFor: signedInAccess,
  markRead: signedInAccess,

  listLeads: signedInAccess,
  getLead: signedInAccess,
  getLeadByPhone: signedInAccess,
  pauseLead: signedInAccess,
  archiveLead: signedInAccess,
  optOutLead: signedInAccess,

  // Every signed-in user may read the knowledge base.
  listSources: signedInAccess,
  getSource: signedInAccess,
  listPassages: signedInAccess,
  askKnowledge: signedInAccess,
  messageBasis: signedInAccess,
  createSource: agentWriterAccess,
  updateSource: agentWriterAccess,
  deleteSource: agentWriterAccess,
  refreshSource: agentWriterAccess,
  changePassage: agentWriterAccess,
  listQuestions: agentWriterAccess,
  settleQuestion: agentWriterAccess,

  exportLead: managerAccess,
  eraseLead: managerAccess,
  getRetention: managerAccess,
  setRetention: managerAccess,

  listWhatsappNumbers: agentWriterAccess,
  createWhatsappNumber: agentWriterAccess,
  updateWhatsappNumber: agentWriterAccess,
  deleteWhatsappNumber: agentWriterAccess,
  checkWhatsappNumber: agentWriterAccess,
  registerWhatsappNumber: agentWriterAccess,
  listWhatsappNotices: agentWriterAccess,
  listWhatsappTemplates: agentWriterAccess,
  createWhatsappTemplate: agentWriterAccess,
  updateWhatsappTemplate: agentWriterAccess,
  deleteWhatsappTemplate: agentWriterAccess,
  createWhatsappSignup: agentWriterAccess,
  getWhatsappSignup: agentWriterAccess,
  finishWhatsappSignup: agentWriterAccess,
  // The handlers accept only staff of the platform.
  listUnclaimedAccounts: tenantReaderAccess,
  assignUnclaimedAccount: tenantWriterAccess,
  listTemplates: signedInAccess,
  sendTemplate: signedInAccess,
  getMedia: signedInAccess,

  calendarAuthUrl: anyRoleAccess,
  calendarCallback: anyRoleAccess,
  calendarAuthStatus: anyRoleAccess,
  calendarRevoke: anyRoleAccess,
  calendarCreateEvent: anyRoleAccess,

  getCostSummary: managerAccess,
  getConversationCost: managerAccess,
  listVersionCosts: managerAccess,
  getRates: managerAccess,
  setRates: managerAccess,
  getBudget: managerAccess,
  setBudget: managerAccess,

  dashboardSummary: { kind: 'permission', permission: 'dashboard:read' },

  openWebchat: publicAccess,
  sendWebchatMessage: publicAccess,
  createWebchatFile: publicAccess,
  putWebchatFilePart: publicAccess,
  getWebchatMedia: publicAccess,
}

/**
 * Returns the access rule of an API endpoint.
 * @throws Error if CALL_ACCESS lacks the endpoint
 */
export function getCallAccess({ name }: Pick<Call, 'name'>): CallAccess {
  const access = CALL_ACCESS[name]
  if (!access) throw new Error(`${name} is missing in rules/organisation/access-rules.ts`)
  return access
}
