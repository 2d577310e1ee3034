import type { Call } from '@prosa/contract/define-call'
import { errorResponse } from '@prosa/contract/responses'
import { getCallAccess } from '@prosa/contract/rules/organisation/access-rules'

/** Meaning of each error status, for the API documentation. */
const STATUS_MEANINGS = {
  400: 'Dados inválidos.',
  401: 'Sem sessão, ou ela não vale mais.',
  403: 'Sem permissão, conta ou organização inativa, ou origem não permitida.',
  404: 'Não existe, ou não é da organização de quem pergunta.',
  409: 'Contradiz o que já existe.',
  410: 'Não vale mais.',
  413: 'Conteúdo grande demais.',
  415: 'O conteúdo não é JSON.',
  416: 'O arquivo não tem esse trecho.',
  429: 'Pedidos demais; Retry-After diz quando tentar de novo.',
  500: 'Erro interno.',
  501: 'Este servidor ainda não sabe fazer isto.',
  503: 'Indisponível por agora.',
} as const
type ErrorStatus = keyof typeof STATUS_MEANINGS

/** Additional error statuses of single API endpoints, without those that all endpoints of a kind share. */
const CALL_ERROR_STATUSES: Readonly<Record<string, readonly ErrorStatus[]>> = {
  getMedia: [416],
  getWebchatMedia: [416],
  login: [401],
  refresh: [401],
  secondStepMethods: [403],
  newRecoveryCodes: [409],
  createPasskey: [409],
  checkSetup: [404],
  setUp: [404],
  makeResetLink: [409],
  createAgent: [409],
  updateAgent: [409],
  saveDraft: [409],
  discardDraft: [409],
  publishDraft: [409],
  restoreVersion: [409],
  updateCorrection: [409],
  startRun: [409],
  getTranscript: [501],
  askTranscript: [501],
  createWhatsappNumber: [404, 409],
  createWhatsappSignup: [404],
  createWhatsappTemplate: [409],
  updateWhatsappTemplate: [409],
  createSource: [404],
  updateSource: [409],
  changePassage: [409],
  askKnowledge: [404],
  settleQuestion: [409],
  listPeople: [404],
  updatePerson: [409],
  switchOffPerson: [409],
  inviteUser: [404, 409],
  generateInvitationToken: [404],
  validateInvitation: [410],
  completeOnboarding: [409, 410],
  createTenant: [409],
  updateTenant: [409],
  calendarCreateEvent: [404],
  startExport: [409],
  deleteFile: [409],
  getCostSummary: [404],
  dashboardSummary: [404],
}

/**
 * Returns the error statuses that an API endpoint may return. A test fails if an endpoint returns another one
 * (testing/harness/unlisted-error-responses.ts).
 */
export function getErrorStatuses({
  name,
  method,
  path,
  acceptsIdempotencyKey,
}: Pick<Call, 'name' | 'method' | 'path' | 'acceptsIdempotencyKey'>): number[] {
  const isWrite = method !== 'GET'
  const statuses: ErrorStatus[] = [
    400,
    ...(getCallAccess({ name }).kind === 'public' ? [] : ([401, 403] as const)),
    // Write requests from other origins are refused, also by public endpoints.
    ...(isWrite ? ([403, 413, 415] as const) : []),
    ...(path.includes('/:') ? ([404] as const) : []),
    ...(acceptsIdempotencyKey ? ([409] as const) : []),
    ...(CALL_ERROR_STATUSES[name] ?? []),
    // Every endpoint is rate-limited, by user or by IP address.
    429,
    500,
    503,
  ]
  return [...new Set(statuses)].toSorted((a, b) => a - b)
}

/** Returns the error responses of an API endpoint, for the OpenAPI schema of its route. */
export const buildErrorResponses = (call: Call): Record<number, { description: string; content: object }> =>
  Object.fromEntries(
    getErrorStatuses(call).map((status) => [
      status,
      { description: STATUS_MEANINGS[status as ErrorStatus], content: { 'application/json': { schema: errorResponse } } },
    ]),
  )

/** Names of the API endpoints with additional error statuses. */
export const CALLS_WITH_ERROR_STATUSES = Object.keys(CALL_ERROR_STATUSES)
