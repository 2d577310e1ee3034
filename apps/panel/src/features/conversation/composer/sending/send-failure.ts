import { ApiError } from '../../../../shared/api/errors.ts'

/** Failure stored in the outbox if the server gave no reason. It is not shown. */
export const UNKNOWN_SEND_FAILURE = 'Failed to send message'

/** Returns the message for a failed attempt to send, depending on its cause (section 8). */
export const getSendFailureText = (error: unknown, isOnline: boolean): string => {
  const status = error instanceof ApiError ? error.statusCode : 0
  if (status === 503) return 'Serviço de mensagens indisponível'
  if (status >= 500) return 'Erro interno do servidor'
  if (status === 404) return 'Conversa não encontrada'
  if (status === 401 || status === 403) return 'Não autorizado'
  if (!isOnline) return 'Sem conexão com a internet'
  return 'Falha ao enviar mensagem'
}
