import { endSession } from '@prosa/contract/calls/accounts/auth'
import { call } from '../../shared/api/api-client.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { dismissNotification, notify, notifyError } from '../../shared/notifications/notifications.ts'
import { onServerEvent } from '../../shared/realtime/socket.ts'

async function endSessionById(id: string): Promise<void> {
  try {
    await call(endSession, { params: { id } })
  } catch (error) {
    const isAlreadyEnded = error instanceof ApiError && error.statusCode === 404
    if (!isAlreadyEnded) return notifyError(error)
  }
  notify.success({ title: 'Acesso encerrado', message: 'Se não foi você, troque a sua senha em Configurações.' })
}

/**
 * Shows a notification for each new sign-in to the user's account, with a button that ends the new session (TRUST-15). Returns a function
 * that unsubscribes and removes the notifications.
 */
export function notifyNewSignIns(): () => void {
  const notificationIds: string[] = []
  const unsubscribe = onServerEvent('session_new', ({ sessionId, device, ip }) => {
    const id = notify.warning({
      title: `Novo acesso à sua conta: ${device}, ${ip}. Não foi você?`,
      action: { label: 'Encerrar', run: () => void endSessionById(sessionId) },
      autoHide: false,
    })
    notificationIds.push(id)
  })
  return () => {
    unsubscribe()
    for (const id of notificationIds) dismissNotification(id)
  }
}
