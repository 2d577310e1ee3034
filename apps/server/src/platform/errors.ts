import type { ErrorCode } from '@prosa/contract/errors'

/** An error that the server returns to the client in the format of the API contract. */
export class AppError extends Error {
  readonly statusCode: number
  readonly code: ErrorCode
  readonly fieldErrors: Record<string, string> | undefined
  /** Seconds after which the client should retry; sent as Retry-After. */
  readonly retryAfter: number | undefined

  constructor(
    statusCode: number,
    code: ErrorCode,
    message: string,
    options: { fieldErrors?: Record<string, string>; retryAfter?: number } = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.statusCode = statusCode
    this.code = code
    this.fieldErrors = options.fieldErrors
    this.retryAfter = options.retryAfter
  }
}

/** Factories for the errors that the server returns. The panel shows its own text for each error code. */
export const errors = {
  invalid: (message = 'Dados inválidos. Verifique as informações enviadas.', fieldErrors?: Record<string, string>) =>
    new AppError(400, 'VALIDATION_ERROR', message, fieldErrors ? { fieldErrors } : {}),
  conflict: (message: string, fieldErrors?: Record<string, string>) =>
    new AppError(409, 'VALIDATION_ERROR', message, fieldErrors ? { fieldErrors } : {}),
  idempotencyKeyReused: () => errors.conflict('Esta chave de envio já foi usada com outro conteúdo.'),
  payloadTooLarge: () => new AppError(413, 'VALIDATION_ERROR', 'O conteúdo enviado é grande demais.'),
  unsupportedMediaType: (message = 'Envie JSON (content-type application/json).') =>
    new AppError(415, 'VALIDATION_ERROR', message),
  invalidCredentials: () => new AppError(401, 'INVALID_CREDENTIALS', 'Credenciais inválidas. Verifique seu telefone e senha.'),
  secondStepRequired: () => new AppError(401, 'SECOND_STEP_REQUIRED', 'Confirme a entrada com o segundo passo.'),
  secondStepSetupRequired: () =>
    new AppError(403, 'SECOND_STEP_SETUP_REQUIRED', 'A sua organização pede um segundo passo. Ligue o seu para continuar.'),
  confirmationRequired: () => new AppError(403, 'CONFIRMATION_REQUIRED', 'Confirme que é você para continuar.'),
  tokenExpired: () => new AppError(401, 'TOKEN_EXPIRED', 'Sua sessão expirou. Faça login novamente.'),
  tokenInvalid: () => new AppError(401, 'TOKEN_INVALID', 'Sessão inválida. Faça login novamente.'),
  refreshFailed: () => new AppError(401, 'TOKEN_REFRESH_FAILED', 'Falha ao renovar o token. Faça login novamente.'),
  userInactive: () => new AppError(403, 'USER_INACTIVE', 'Sua conta está inativa. Entre em contato com o suporte.'),
  tenantInactive: () => new AppError(403, 'TENANT_INACTIVE', 'Sua organização está inativa. Entre em contato com o suporte.'),
  permissionDenied: () =>
    new AppError(403, 'PERMISSION_DENIED', 'Acesso negado. Você não tem permissão para realizar esta ação.'),
  originNotAllowed: () => new AppError(403, 'ACCESS_DENIED', 'Origem não permitida.'),
  notFound: () => new AppError(404, 'RESOURCE_NOT_FOUND', 'Recurso não encontrado'),
  tooManyAttempts: (seconds: number) =>
    new AppError(429, 'TOO_MANY_ATTEMPTS', 'Muitas tentativas de login. Aguarde alguns minutos e tente novamente.', {
      retryAfter: seconds,
    }),
  rateLimited: (seconds: number) =>
    new AppError(429, 'RATE_LIMIT_EXCEEDED', 'Muitas requisições. Aguarde alguns minutos', { retryAfter: seconds }),
  tooManyReads: () =>
    new AppError(429, 'RATE_LIMIT_EXCEEDED', 'Você tem consultas demais em andamento. Aguarde alguns segundos.', {
      retryAfter: 1,
    }),
  serverBusy: () =>
    new AppError(503, 'SERVICE_UNAVAILABLE', 'Há consultas demais em andamento. Tente de novo em alguns segundos.', {
      retryAfter: 1,
    }),
  queryTimeout: () =>
    new AppError(
      503,
      'SERVICE_UNAVAILABLE',
      'A consulta demorou demais e foi interrompida. Tente com um filtro ou um período menor.',
    ),
  notImplemented: () => new AppError(501, 'NOT_IMPLEMENTED', 'Esta função ainda não está disponível neste servidor.'),
  diskFull: () =>
    new AppError(503, 'SERVICE_UNAVAILABLE', 'O servidor está sem espaço em disco. Nada foi gravado; tente de novo mais tarde.'),
  unavailable: () =>
    new AppError(503, 'SERVICE_UNAVAILABLE', 'Serviço temporariamente indisponível. Tente novamente mais tarde.'),
  internal: () => new AppError(500, 'SERVER_ERROR', 'Erro interno do servidor. Tente novamente em alguns minutos.'),
}
