import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorOfCode } from './api/errors.ts'
import { dismissNotification, notify, notifyError, useNotifications } from './notifications.ts'

const all = () => useNotifications.getState().notifications

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the store', () => {
  it('NOTIF-01 keeps the newest five, newest first', () => {
    for (const message of ['1', '2', '3', '4', '5', '6']) notify.info({ message })
    expect(all().map(({ message }) => message)).toEqual(['6', '5', '4', '3', '2'])
  })

  it('NOTIF-02 CONST-04 hides after 5 s by default and can be dismissed', () => {
    const id = notify.success({ message: 'Feito' })
    expect(all()[0]).toMatchObject({ autoHide: true, duration: 5_000, dismissible: true })
    dismissNotification(id)
    expect(all()).toEqual([])
  })

  it('NOTIF-03 an error stays unless told otherwise', () => {
    notify.error({ message: 'a' })
    notify.error({ message: 'b', duration: 6_000 })
    notify.error({ message: 'c', autoHide: true })
    expect(all().map(({ autoHide }) => autoHide)).toEqual([true, true, false])
  })

  it('ENT-04 has an id, a type, and what the caller says of title, message, code, action, dismissible, autoHide and duration', () => {
    const said = {
      title: 'Lead arquivado',
      message: 'Marina Lopes',
      code: 'X',
      action: { label: 'Desfazer', run: () => {} },
      dismissible: false,
      autoHide: true,
      duration: 9_000,
    }
    for (const type of ['success', 'error', 'warning', 'info'] as const) {
      const id = notify[type](said)
      expect(all()[0]).toEqual({ ...said, id, type })
    }
    expect(new Set(all().map(({ id }) => id)).size).toBe(4)
  })

  it('NOTIF-06 says an error once that is told again within 2 s, and again when the first one is gone', () => {
    const first = notify.error({ message: 'Sem conexão com a internet' })
    expect(notify.error({ message: 'Sem conexão com a internet' })).toBe(first)
    notify.error({ message: 'Falha ao enviar mensagem' })
    expect(all()).toHaveLength(2)
    dismissNotification(first)
    notify.error({ message: 'Sem conexão com a internet' })
    expect(all()).toHaveLength(2)
    vi.advanceTimersByTime(2_000)
    notify.error({ message: 'Sem conexão com a internet' })
    expect(all()).toHaveLength(3)
    notify.info({ message: 'Duas vezes' })
    notify.info({ message: 'Duas vezes' })
    expect(all()).toHaveLength(5)
  })

  it('NOTIF-04 has the default titles', () => {
    for (const type of ['success', 'error', 'warning', 'info'] as const) notify[type]({})
    expect(all().map(({ title }) => title)).toEqual(['Info', 'Alerta', 'Erro', 'Sucesso'])
  })
})

describe('errors that no screen shows', () => {
  it("NOTIF-05 show as 'Erro' with their code", () => {
    notifyError(errorOfCode('SERVER_ERROR', 500))
    expect(all()).toMatchObject([
      { title: 'Erro', code: 'SERVER_ERROR', message: 'Erro interno do servidor. Tente novamente em alguns minutos.' },
    ])
  })

  it('NOTIF-06 show once when they repeat within 2 s', () => {
    notifyError(errorOfCode('SERVER_ERROR'))
    vi.advanceTimersByTime(1_999)
    notifyError(errorOfCode('SERVER_ERROR'))
    expect(all()).toHaveLength(1)
    notifyError(errorOfCode('NETWORK_ERROR'))
    expect(all()).toHaveLength(2)
    vi.advanceTimersByTime(1)
    notifyError(errorOfCode('SERVER_ERROR'))
    expect(all()).toHaveLength(3)
  })

  it.each([
    ['CONST-05', 'NETWORK_ERROR', 8_000],
    ['CONST-05', 'SERVER_ERROR', 8_000],
    ['CONST-06', 'VALIDATION_ERROR', 6_000],
    ['CONST-06', 'INVALID_INPUT', 6_000],
    ['CONST-07', 'RATE_LIMIT_EXCEEDED', 10_000],
    ['CONST-07', 'TOO_MANY_ATTEMPTS', 10_000],
    ['CONST-08', 'TIMEOUT_ERROR', 5_000],
  ] as const)('NOTIF-07 %s %s stays %i ms', (_item, code, duration) => {
    notifyError(errorOfCode(code))
    expect(all()[0]).toMatchObject({ autoHide: true, duration })
  })

  it('ERR-20 CONST-08 stay until dismissed when they cannot be mended', () => {
    notifyError(errorOfCode('TENANT_INACTIVE'))
    expect(all()[0]?.autoHide).toBe(false)
  })

  it.each(['TOKEN_EXPIRED', 'TOKEN_INVALID'] as const)('ERR-22 %s makes no toast', (code) => {
    notifyError(errorOfCode(code, 401))
    expect(all()).toEqual([])
  })

  it('say something even of what is no error of a call', () => {
    notifyError(new TypeError('x is not a function'))
    expect(all()[0]).toMatchObject({ code: 'UNKNOWN_ERROR', message: 'Erro inesperado. Tente novamente.' })
  })
})
