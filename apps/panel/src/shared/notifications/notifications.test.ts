import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { createErrorFromCode } from '../api/errors.ts'
import {
  dismissNotification,
  dismissNotificationAbout,
  type NotificationSubject,
  notify,
  notifyError,
  useNotifications,
} from './notifications.ts'

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

describe('what a notice tells of', () => {
  const texts = () => all().map(({ message }) => message)

  it('takes the notice back when it has succeeded after all, and no other one', () => {
    notify.error({ message: 'Falha ao enviar mensagem', subject: ['send', 'c1'] })
    notify.error({ message: 'Failed to update pause status', subject: ['pause', 'l1'] })
    dismissNotificationAbout(['send', 'c2'])
    expect(all()).toHaveLength(2)
    dismissNotificationAbout(['send', 'c1'])
    expect(texts()).toEqual(['Failed to update pause status'])
  })

  it('is told by one notice at a time', () => {
    notify.error({ message: 'Credenciais inválidas.', subject: ['sign-in'] })
    notify.error({ message: 'Muitas tentativas.', subject: ['sign-in'] })
    expect(texts()).toEqual(['Muitas tentativas.'])
    notify.success({ message: 'Pronto', subject: ['sign-in'] })
    expect(texts()).toEqual(['Pronto'])
  })

  it('must be said of a failure in words of one’s own, which stays until it is mended', () => {
    type Told = NonNullable<Parameters<typeof notifyError>[1]>
    expectTypeOf<{ message: string }>().not.toExtend<Told>()
    expectTypeOf<{ message: string; subject: NotificationSubject }>().toExtend<Told>()
  })

  it('keeps a notice that was said once for two things until both have succeeded', () => {
    notifyError(createErrorFromCode('NETWORK_ERROR'), { subject: ['a'] })
    notifyError(createErrorFromCode('NETWORK_ERROR'), { subject: ['b'] })
    expect(all()).toHaveLength(1)
    dismissNotificationAbout(['a'])
    expect(all()).toHaveLength(1)
    dismissNotificationAbout(['b'])
    expect(all()).toEqual([])
  })
})

describe('errors that no screen shows', () => {
  it("NOTIF-05 show as 'Erro' with their code", () => {
    notifyError(createErrorFromCode('SERVER_ERROR', 500))
    expect(all()).toMatchObject([
      { title: 'Erro', code: 'SERVER_ERROR', message: 'Erro interno do servidor. Tente novamente em alguns minutos.' },
    ])
  })

  it('NOTIF-06 show once when they repeat within 2 s', () => {
    notifyError(createErrorFromCode('SERVER_ERROR'))
    vi.advanceTimersByTime(1_999)
    notifyError(createErrorFromCode('SERVER_ERROR'))
    expect(all()).toHaveLength(1)
    notifyError(createErrorFromCode('NETWORK_ERROR'))
    expect(all()).toHaveLength(2)
    vi.advanceTimersByTime(1)
    notifyError(createErrorFromCode('SERVER_ERROR'))
    expect(all()).toHaveLength(3)
  })

  it('NOTIF-06 show again after 2 s also when the computer’s clock is set back by hours', () => {
    notifyError(createErrorFromCode('SERVER_ERROR'))
    vi.setSystemTime(Date.now() - 3 * 3_600_000)
    vi.advanceTimersByTime(2_000)
    notifyError(createErrorFromCode('SERVER_ERROR'))
    expect(all()).toHaveLength(2)
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
    notifyError(createErrorFromCode(code))
    expect(all()[0]).toMatchObject({ autoHide: true, duration })
  })

  it('ERR-20 CONST-08 stay until dismissed when they cannot be mended', () => {
    notifyError(createErrorFromCode('TENANT_INACTIVE'))
    expect(all()[0]?.autoHide).toBe(false)
  })

  it.each(['TOKEN_EXPIRED', 'TOKEN_INVALID'] as const)('ERR-22 %s makes no toast, whatever the place would say', (code) => {
    notifyError(createErrorFromCode(code, 401))
    notifyError(createErrorFromCode(code, 401), { message: 'Failed to update pause status', subject: ['pause', 'l1'] })
    expect(all()).toEqual([])
  })

  it('every other error of a call is said in the words of its place, where it has some', () => {
    notifyError(createErrorFromCode('SERVER_ERROR', 500), { message: 'Failed to update pause status', subject: ['pause', 'l1'] })
    expect(all()).toMatchObject([{ title: 'Erro', message: 'Failed to update pause status', autoHide: false }])
  })

  it('say something even of what is no error of a call', () => {
    notifyError(new TypeError('x is not a function'))
    expect(all()[0]).toMatchObject({ code: 'UNKNOWN_ERROR', message: 'Erro inesperado. Tente novamente.' })
  })
})
