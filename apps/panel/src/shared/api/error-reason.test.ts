import { expect, it } from 'vitest'
import { getErrorReason } from './error-reason.ts'
import { createErrorFromCode, createErrorFromResponse } from './errors.ts'

it.each([
  [
    'TEXT-26 the server’s message, when there is one',
    createErrorFromResponse(500, { message: 'Banco fora do ar' }),
    'Banco fora do ar',
  ],
  ['TEXT-26 else the caller’s fallback', createErrorFromResponse(500, ''), 'Failed to load invitations'],
  [
    'ERR-15 whatever the server says',
    createErrorFromResponse(404, { code: 'TENANT_NOT_FOUND', message: 'x' }),
    'Organização não encontrada.',
  ],
  [
    'ERR-16 whatever the server says',
    createErrorFromResponse(403, { code: 'TENANT_INACTIVE', message: 'x' }),
    'Sua organização está inativa. Entre em contato com o suporte.',
  ],
  ['ERR-10 no connection', createErrorFromCode('NETWORK_ERROR'), 'Erro de conexão. Verifique sua internet e tente novamente.'],
  ['ERR-18 no answer in time', createErrorFromCode('TIMEOUT_ERROR'), 'Tempo limite excedido. Tente novamente.'],
  ['ERR-30 too many requests', createErrorFromResponse(429, ''), 'Muitas requisições. Aguarde alguns minutos'],
  ['TEXT-26 nothing of ours', new Error('boom'), 'Failed to load invitations'],
])('%s', (_item, error, text) => {
  expect(getErrorReason(error, 'Failed to load invitations')).toBe(text)
})
