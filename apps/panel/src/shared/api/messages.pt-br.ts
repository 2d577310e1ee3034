import type { ErrorCode } from '@prosa/contract/errors'

/** Messages for the user by error code (section 8). For other codes the server's own message is shown. */
export const MESSAGE_BY_ERROR_CODE: Readonly<Partial<Record<ErrorCode, string>>> = {
  INVALID_CREDENTIALS: 'Credenciais inválidas. Verifique seu telefone e senha.',
  USER_NOT_FOUND: 'Usuário não encontrado. Verifique suas credenciais.',
  USER_INACTIVE: 'Sua conta está inativa. Entre em contato com o suporte.',
  TOKEN_EXPIRED: 'Sua sessão expirou. Faça login novamente.',
  TOKEN_INVALID: 'Sessão inválida. Faça login novamente.',
  ACCOUNT_LOCKED: 'Sua conta foi bloqueada devido a muitas tentativas de login falhadas.',
  ACCOUNT_SUSPENDED: 'Sua conta foi suspensa. Entre em contato com o suporte.',
  RATE_LIMIT_EXCEEDED: 'Muitas tentativas de login. Aguarde alguns minutos e tente novamente.',
  TOO_MANY_ATTEMPTS: 'Muitas tentativas de login. Aguarde alguns minutos e tente novamente.',
  NETWORK_ERROR: 'Erro de conexão. Verifique sua internet e tente novamente.',
  SERVER_ERROR: 'Erro interno do servidor. Tente novamente em alguns minutos.',
  SERVICE_UNAVAILABLE: 'Serviço temporariamente indisponível. Tente novamente mais tarde.',
  VALIDATION_ERROR: 'Dados inválidos. Verifique as informações enviadas.',
  PERMISSION_DENIED: 'Acesso negado. Você não tem permissão para realizar esta ação.',
  ACCESS_DENIED: 'Acesso negado. Você não tem permissão para realizar esta ação.',
  TENANT_NOT_FOUND: 'Organização não encontrada.',
  TENANT_INACTIVE: 'Sua organização está inativa. Entre em contato com o suporte.',
  PASSWORD_EXPIRED: 'É necessário alterar sua senha antes de continuar.',
  PASSWORD_CHANGE_REQUIRED: 'É necessário alterar sua senha antes de continuar.',
  TIMEOUT_ERROR: 'Tempo limite excedido. Tente novamente.',
}

export const UNEXPECTED_ERROR_MESSAGE = 'Erro inesperado. Tente novamente.'

/** Messages by HTTP status, for responses without a usable body (section 8, 'Fallback by HTTP status'). */
export const HTTP_STATUS_MESSAGES = {
  badRequest: 'Dados inválidos enviados',
  unauthorized: 'Credenciais inválidas ou sessão expirada',
  forbidden: 'Acesso negado',
  userNotFound: 'Usuário não encontrado',
  notFound: 'Recurso não encontrado',
  tooMany: 'Muitas requisições. Aguarde alguns minutos',
  server: 'Erro interno do servidor. Tente novamente',
} as const

export const SESSION_MESSAGES = {
  signInWithoutMessage: 'Usuário não existe ou senha incorreta.',
  signInUnexpected: 'Erro inesperado durante o login. Tente novamente.',
  tokenRejected: 'Token inválido. Faça login novamente.',
  tokenCheckFailed: 'Falha na verificação do token. Faça login novamente.',
  refreshFailed: 'Falha ao renovar o token. Faça login novamente.',
  initialisationFailed: 'Erro ao inicializar autenticação.',
  signedOutLocally: 'Logout realizado localmente',
  signOutFailed: 'Erro durante o logout, mas você foi desconectado.',
  insufficientRole: 'Permissão insuficiente para acessar esta página.',
} as const

export const MISSING_INVITATION_TOKEN_MESSAGE = 'Nenhum token de convite fornecido'
