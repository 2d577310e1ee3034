import type { Message } from '@prosa/contract/entities/message'
import BookOpen from 'lucide-react/icons/book-open'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Info from 'lucide-react/icons/info'
import PencilLine from 'lucide-react/icons/pencil-line'
import Reply from 'lucide-react/icons/reply'
import SmilePlus from 'lucide-react/icons/smile-plus'
import { notify } from '../../../../shared/notifications.ts'
import { useSession } from '../../../../shared/session/session.ts'
import { MenuItem, MenuSeparator } from '../../../../shared/ui/menu.tsx'
import { shown } from '../../cache/shown-text.ts'
import { safeUrl } from '../safe-url.ts'
import { mayHaveBasis } from './may-have-basis.ts'
import { mayHaveInfo } from './may-have-info.ts'
import { mayReact } from './may-react.ts'
import { EMOJIS } from './react.ts'

export interface MessageActs {
  /** Starts a reply to the message; null if nothing can be sent. */
  onAnswer: (() => void) | null
  onReact: (emoji: string) => void
  onOtherEmoji: () => void
  onInfo: () => void
  onBasis: () => void
  onCorrect: () => void
}

/** Classes for seven buttons in a row, which fill the width of a phone at the minimum touch size. */
const IN_ROW = '!w-auto coarse:!px-0 coarse:min-w-11 justify-center'
const COPYING = ['copy text']

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success({ message: 'Texto copiado.', about: COPYING })
  } catch {
    notify.error({ message: 'O navegador não deixou copiar. Selecione o texto e copie com o teclado.', about: COPYING })
  }
}

/** Menu of a message. */
export function MessageMenu({ message, acts }: { message: Message; acts: MessageActs }) {
  const can = useSession(({ user }) => user?.capabilities) ?? []
  const reacts = acts.onAnswer && mayReact(message, can)
  const file = safeUrl(message.attachment?.url)
  const isSaved = file && ['image', 'video', 'audio', 'document', 'sticker'].includes(message.type ?? '')
  return (
    <>
      {reacts && (
        <>
          <div role="group" aria-label="Reagir" className="flex flex-wrap items-center">
            {EMOJIS.map((emoji) => (
              <MenuItem
                key={emoji}
                aria-label={`Reagir com ${emoji}`}
                className={`${IN_ROW} text-[1.25rem] ${message.our_reaction?.emoji === emoji ? 'bg-hover' : ''}`}
                onClick={() => acts.onReact(emoji)}
              >
                {emoji}
              </MenuItem>
            ))}
            <MenuItem aria-label="Outro emoji" title="Outro" className={IN_ROW} onClick={acts.onOtherEmoji}>
              <SmilePlus aria-hidden="true" />
            </MenuItem>
          </div>
          <MenuSeparator />
        </>
      )}
      {acts.onAnswer && !message.revoked_at && (
        <MenuItem onClick={acts.onAnswer}>
          <Reply aria-hidden="true" />
          Responder
        </MenuItem>
      )}
      {message.content !== '' && (
        <MenuItem onClick={() => void copy(shown(message.content))}>
          <Copy aria-hidden="true" />
          Copiar texto
        </MenuItem>
      )}
      {isSaved && (
        <MenuItem render={<a href={file} download={message.attachment?.filename ?? ''} aria-label="Baixar" />}>
          <Download aria-hidden="true" />
          Baixar
        </MenuItem>
      )}
      {can.includes('knowledge') && mayHaveBasis(message) && (
        <MenuItem onClick={acts.onBasis}>
          <BookOpen aria-hidden="true" />
          De onde veio
        </MenuItem>
      )}
      {can.includes('versions') && mayHaveBasis(message) && (
        <MenuItem onClick={acts.onCorrect}>
          <PencilLine aria-hidden="true" />
          Corrigir
        </MenuItem>
      )}
      {mayHaveInfo(message, can) && (
        <MenuItem onClick={acts.onInfo}>
          <Info aria-hidden="true" />
          Informações
        </MenuItem>
      )}
    </>
  )
}
