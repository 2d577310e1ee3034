import { endSession } from '@prosa/contract/calls/auth'
import { call } from '../../shared/api/client.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { dismissNotification, notify, notifyError } from '../../shared/notifications.ts'
import { onServerEvent } from '../../shared/realtime/socket.ts'

async function end(id: string): Promise<void> {
  try {
    await call(endSession, { params: { id } })
  } catch (error) {
    const isOver = error instanceof ApiError && error.statusCode === 404
    if (!isOver) return notifyError(error)
  }
  notify.success({ title: 'Acesso encerrado', message: 'Se não foi você, troque a sua senha em Configurações.' })
}

/**
 * Says when somebody enters this person's account elsewhere, until it is dismissed, and ends that access at a touch (TRUST-15).
 * @returns a function that ends it, and takes back what was said
 */
export function tellNewAccesses(): () => void {
  const told: string[] = []
  const stop = onServerEvent('session_new', ({ sessionId, device, ip }) => {
    const id = notify.warning({
      title: `Novo acesso à sua conta: ${device}, ${ip}. Não foi você?`,
      action: { label: 'Encerrar', run: () => void end(sessionId) },
      autoHide: false,
    })
    told.push(id)
  })
  return () => {
    stop()
    for (const id of told) dismissNotification(id)
  }
}
