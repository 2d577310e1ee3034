import { SPECIFIED_ERROR_CODES } from '@prosa/contract/errors'
import { describe, expect, it } from 'vitest'
import { createErrorFromResponse, getMessageForCode, getServerMessage } from './errors.ts'

const coded = (code: string, message?: string) => createErrorFromResponse(400, { success: false, code, message })

describe('codes', () => {
  it('ERR-01 knows the 26 codes', () => {
    expect(new Set(SPECIFIED_ERROR_CODES).size).toBe(26)
  })

  it.each([
    ['ERR-02', 'INVALID_CREDENTIALS', 'Credenciais inválidas. Verifique seu telefone e senha.'],
    ['ERR-03', 'USER_NOT_FOUND', 'Usuário não encontrado. Verifique suas credenciais.'],
    ['ERR-04', 'USER_INACTIVE', 'Sua conta está inativa. Entre em contato com o suporte.'],
    ['ERR-05', 'TOKEN_EXPIRED', 'Sua sessão expirou. Faça login novamente.'],
    ['ERR-06', 'TOKEN_INVALID', 'Sessão inválida. Faça login novamente.'],
    ['ERR-07', 'ACCOUNT_LOCKED', 'Sua conta foi bloqueada devido a muitas tentativas de login falhadas.'],
    ['ERR-08', 'ACCOUNT_SUSPENDED', 'Sua conta foi suspensa. Entre em contato com o suporte.'],
    ['ERR-09', 'RATE_LIMIT_EXCEEDED', 'Muitas tentativas de login. Aguarde alguns minutos e tente novamente.'],
    ['ERR-09', 'TOO_MANY_ATTEMPTS', 'Muitas tentativas de login. Aguarde alguns minutos e tente novamente.'],
    ['ERR-10', 'NETWORK_ERROR', 'Erro de conexão. Verifique sua internet e tente novamente.'],
    ['ERR-11', 'SERVER_ERROR', 'Erro interno do servidor. Tente novamente em alguns minutos.'],
    ['ERR-12', 'SERVICE_UNAVAILABLE', 'Serviço temporariamente indisponível. Tente novamente mais tarde.'],
    ['ERR-13', 'VALIDATION_ERROR', 'Dados inválidos. Verifique as informações enviadas.'],
    ['ERR-14', 'PERMISSION_DENIED', 'Acesso negado. Você não tem permissão para realizar esta ação.'],
    ['ERR-14', 'ACCESS_DENIED', 'Acesso negado. Você não tem permissão para realizar esta ação.'],
    ['ERR-15', 'TENANT_NOT_FOUND', 'Organização não encontrada.'],
    ['ERR-16', 'TENANT_INACTIVE', 'Sua organização está inativa. Entre em contato com o suporte.'],
    ['ERR-17', 'PASSWORD_EXPIRED', 'É necessário alterar sua senha antes de continuar.'],
    ['ERR-17', 'PASSWORD_CHANGE_REQUIRED', 'É necessário alterar sua senha antes de continuar.'],
    ['ERR-18', 'TIMEOUT_ERROR', 'Tempo limite excedido. Tente novamente.'],
  ])('%s %s has its own text, whatever the server says', (_item, code, text) => {
    expect(coded(code, 'something else').message).toBe(text)
  })

  it.each([
    'TOKEN_REFRESH_FAILED',
    'INSUFFICIENT_PERMISSIONS',
    'INVALID_INPUT',
    'REQUIRED_FIELD_MISSING',
    'UNKNOWN_ERROR',
    'INTERNAL_ERROR',
    'SOMETHING_NEW',
  ])("ERR-19 %s shows the server's message, or the general text", (code) => {
    expect(coded(code, 'Dito pelo servidor').message).toBe('Dito pelo servidor')
    expect(coded(code).message).toBe('Erro inesperado. Tente novamente.')
  })
})

describe('answers without structure', () => {
  const of = (status: number, body: unknown) => {
    const { code, message } = createErrorFromResponse(status, body)
    return { code, message }
  }

  it('ERR-23 a usable code in the body wins over the status (gap G08)', () => {
    expect(of(429, { code: 'SERVER_ERROR' })).toEqual({ code: 'SERVER_ERROR', message: getMessageForCode('SERVER_ERROR') })
  })

  it('ERR-24 400', () => {
    expect(of(400, '')).toEqual({ code: 'VALIDATION_ERROR', message: 'Dados inválidos enviados' })
    expect(of(400, { message: 'Falta o nome' })).toEqual({ code: 'VALIDATION_ERROR', message: 'Falta o nome' })
  })

  it('ERR-25 ERR-26 401', () => {
    expect(of(401, { message: 'Invalid credentials' }).code).toBe('INVALID_CREDENTIALS')
    expect(of(401, { error: 'Invalid credentials' }).code).toBe('INVALID_CREDENTIALS')
    expect(of(401, '<html>')).toEqual({ code: 'TOKEN_EXPIRED', message: 'Credenciais inválidas ou sessão expirada' })
  })

  it('ERR-27 ERR-28 403', () => {
    expect(of(403, { message: 'Account locked' }).code).toBe('ACCOUNT_LOCKED')
    expect(of(403, { message: 'Conta bloqueada' }).code).toBe('ACCOUNT_LOCKED')
    expect(of(403, { message: 'User is inactive' }).code).toBe('USER_INACTIVE')
    expect(of(403, { message: 'Usuário inativo' }).code).toBe('USER_INACTIVE')
    expect(of(403, {})).toEqual({ code: 'PERMISSION_DENIED', message: 'Acesso negado' })
  })

  it('ERR-29 404', () => {
    expect(of(404, { message: 'User not found' })).toEqual({ code: 'USER_NOT_FOUND', message: 'Usuário não encontrado' })
    expect(of(404, '').message).toBe('Recurso não encontrado')
  })

  it('ERR-30 429', () => {
    expect(of(429, '')).toEqual({ code: 'RATE_LIMIT_EXCEEDED', message: 'Muitas requisições. Aguarde alguns minutos' })
  })

  it.each([500, 502, 503, 504])('ERR-31 %i', (status) => {
    expect(of(status, '<html>')).toEqual({ code: 'SERVER_ERROR', message: 'Erro interno do servidor. Tente novamente' })
  })
})

it('HTTP-05 HTTP-06 ENT-03 reads field errors in both shapes, and the time', () => {
  const error = createErrorFromResponse(400, {
    code: 'VALIDATION_ERROR',
    timestamp: '2026-11-20T12:00:00.000Z',
    errors: [{ field: 'phone', message: 'Telefone inválido.' }, { broken: true }],
    fieldErrors: { password: 'A senha é obrigatória.' },
  })
  expect(error.fieldErrors).toEqual({ phone: 'Telefone inválido.', password: 'A senha é obrigatória.' })
  expect(error).toMatchObject({ statusCode: 400, timestamp: '2026-11-20T12:00:00.000Z' })
})

it("TEXT-26 the server's own message is preferred to a store's fallback", () => {
  expect(getServerMessage(coded('SERVER_ERROR', 'Banco fora do ar'), 'Failed to load agents')).toBe('Banco fora do ar')
  expect(getServerMessage(coded('SERVER_ERROR'), 'Failed to load agents')).toBe('Failed to load agents')
  expect(getServerMessage(new Error('x'), 'Failed to load agents')).toBe('Failed to load agents')
})
