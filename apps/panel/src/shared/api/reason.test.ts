import { expect, it } from 'vitest'
import { errorOfAnswer, errorOfCode } from './errors.ts'
import { reasonOf } from './reason.ts'

it.each([
  ['TEXT-26 the server’s message, when there is one', errorOfAnswer(500, { message: 'Banco fora do ar' }), 'Banco fora do ar'],
  ['TEXT-26 else the caller’s fallback', errorOfAnswer(500, ''), 'Failed to load invitations'],
  [
    'ERR-15 whatever the server says',
    errorOfAnswer(404, { code: 'TENANT_NOT_FOUND', message: 'x' }),
    'Organização não encontrada.',
  ],
  [
    'ERR-16 whatever the server says',
    errorOfAnswer(403, { code: 'TENANT_INACTIVE', message: 'x' }),
    'Sua organização está inativa. Entre em contato com o suporte.',
  ],
  ['ERR-10 no connection', errorOfCode('NETWORK_ERROR'), 'Erro de conexão. Verifique sua internet e tente novamente.'],
  ['ERR-18 no answer in time', errorOfCode('TIMEOUT_ERROR'), 'Tempo limite excedido. Tente novamente.'],
  ['ERR-30 too many requests', errorOfAnswer(429, ''), 'Muitas requisições. Aguarde alguns minutos'],
  ['TEXT-26 nothing of ours', new Error('boom'), 'Failed to load invitations'],
])('%s', (_item, error, text) => {
  expect(reasonOf(error, 'Failed to load invitations')).toBe(text)
})
