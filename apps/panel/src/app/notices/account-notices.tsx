import type { User } from '@prosa/contract/entities/accounts/user'
import { useEffect } from 'react'
import { safeLocalStorage } from '../../shared/browser/safe-storage.ts'
import { notify } from '../../shared/notifications/notifications.ts'
import { useSession } from '../../shared/session/session.ts'

type Notice = NonNullable<User['notices']>[number]

const READ_NOTICES_KEY = 'read-account-notices'
const DATE_TIME_FORMAT = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })

/** Returns the title and message of a notice about the account, or null if the panel does not know this kind of notice. */
function formatNotice({ kind, by, at }: Notice): { title: string; message: string } | null {
  const formattedDate = DATE_TIME_FORMAT.format(new Date(at))
  if (kind === 'reset_link')
    return {
      title: `${by} gerou um link para trocar a sua senha em ${formattedDate}.`,
      message: 'Se não foi você que pediu, troque a senha e fale com quem gerencia a organização.',
    }
  if (kind === 'refused_step')
    return {
      title: `Alguém acertou a sua senha e errou o segundo passo em ${formattedDate}: ${by}.`,
      message: 'Se não foi você, troque a sua senha agora.',
    }
  return null
}

/**
 * Shows each notice about the user's account once per browser, such as a password reset link that a manager created (TRUST-07). Separate
 * from components that send requests, because this one renders again when the session ends.
 */
export function AccountNotices(): null {
  const user = useSession((state) => state.user)
  const notices = user?.notices
  const key = `${READ_NOTICES_KEY}:${user?.id ?? ''}`
  useEffect(() => {
    if (!notices || notices.length === 0) return
    const readUntil = safeLocalStorage.getItem(key) ?? ''
    for (const notice of notices.filter(({ at }) => at > readUntil).reverse()) {
      const text = formatNotice(notice)
      if (text) notify.warning({ ...text, autoHide: false })
    }
    safeLocalStorage.setItem(key, notices[0]?.at ?? '')
  }, [notices, key])
  return null
}
