import { expect, it } from 'vitest'
import { ApiError } from '../../../../shared/api/errors.ts'
import { getSendFailureText } from './send-failure.ts'

const failed = (statusCode: number) => new ApiError({ message: 'x', code: 'UNKNOWN_ERROR', statusCode })

it.each([
  ['TEXT-12', 503, true, 'Serviço de mensagens indisponível'],
  ['TEXT-13', 500, true, 'Erro interno do servidor'],
  ['TEXT-13', 502, true, 'Erro interno do servidor'],
  ['TEXT-14', 404, true, 'Conversa não encontrada'],
  ['TEXT-15', 401, true, 'Não autorizado'],
  ['TEXT-15', 403, true, 'Não autorizado'],
  ['TEXT-16', 0, false, 'Sem conexão com a internet'],
  ['TEXT-17', 0, true, 'Falha ao enviar mensagem'],
  ['TEXT-17', 409, true, 'Falha ao enviar mensagem'],
])('%s a send that fails with %i (online: %s) says %s', (_item, status, isOnline, text) => {
  expect(getSendFailureText(failed(status), isOnline)).toBe(text)
})
