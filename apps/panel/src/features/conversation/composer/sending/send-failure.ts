import { ApiError } from '../../../../shared/api/errors.ts'

/** Stored as the failure if the server gave no reason; not shown. */
export const UNKNOWN_SEND_FAILURE = 'Failed to send message'

/** Returns the message of a failed sending by its cause (section 8). */
export const getSendFailureText = (error: unknown, isOnline: boolean): string => {
  const status = error instanceof ApiError ? error.statusCode : 0
  if (status === 503) return 'Serviço de mensagens indisponível'
  if (status >= 500) return 'Erro interno do servidor'
  if (status === 404) return 'Conversa não encontrada'
  if (status === 401 || status === 403) return 'Não autorizado'
  if (!isOnline) return 'Sem conexão com a internet'
  return 'Falha ao enviar mensagem'
}
