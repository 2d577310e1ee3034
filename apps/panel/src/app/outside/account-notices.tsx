import { useEffect } from 'react'
import { notify } from '../../shared/notifications.ts'
import { localArea } from '../../shared/safe-storage.ts'
import { useSession } from '../../shared/session/session.ts'

const READ_KEY = 'read-account-notices'
const WHEN = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })

/**
 * Says, once in this browser, what the person has to read about their account: who made a link to a new password, and when (TRUST-07).
 * Stands alone: what is drawn anew when the session ends must ask for nothing.
 */
export function AccountNotices(): null {
  const user = useSession((state) => state.user)
  const notices = user?.notices
  const key = `${READ_KEY}:${user?.id ?? ''}`
  useEffect(() => {
    if (!notices || notices.length === 0) return
    const readUntil = localArea.getItem(key) ?? ''
    for (const { by, at } of notices.filter(({ at }) => at > readUntil).reverse())
      notify.warning({
        title: `${by} gerou um link para trocar a sua senha em ${WHEN.format(new Date(at))}.`,
        message: 'Se não foi você que pediu, troque a senha e fale com quem gerencia a organização.',
        autoHide: false,
      })
    localArea.setItem(key, notices[0]?.at ?? '')
  }, [notices, key])
  return null
}
