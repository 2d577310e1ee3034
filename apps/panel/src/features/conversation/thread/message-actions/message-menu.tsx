import type { Message } from '@prosa/contract/entities/conversations/message'
import BookOpen from 'lucide-react/icons/book-open'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Info from 'lucide-react/icons/info'
import PencilLine from 'lucide-react/icons/pencil-line'
import Reply from 'lucide-react/icons/reply'
import SmilePlus from 'lucide-react/icons/smile-plus'
import { notify } from '../../../../shared/notifications/notifications.ts'
import { useSession } from '../../../../shared/session/session.ts'
import { MenuItem, MenuSeparator } from '../../../../shared/ui/menus/menu.tsx'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import { toSafeUrl } from '../content/safe-url.ts'
import { canHaveInfo } from '../info/can-have-info.ts'
import { canHaveSources } from '../info/can-have-sources.ts'
import { canReact } from '../reactions/can-react.ts'
import { QUICK_REACTIONS } from '../reactions/use-set-reaction.ts'

export interface MessageMenuHandlers {
  /** Starts a reply to the message. Null if nothing can be sent. */
  onReply: (() => void) | null
  onReact: (emoji: string) => void
  onOtherEmoji: () => void
  onShowInfo: () => void
  onShowSources: () => void
  onCorrect: () => void
}

/** CSS classes of seven buttons in a row, which fill the width of a phone at the minimum touch size. */
const ROW_BUTTON_CLASSES = '!w-auto coarse:!px-0 coarse:min-w-11 justify-center'
const COPY_SUBJECT = ['copy text']

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success({ message: 'Texto copiado.', subject: COPY_SUBJECT })
  } catch {
    notify.error({ message: 'O navegador não deixou copiar. Selecione o texto e copie com o teclado.', subject: COPY_SUBJECT })
  }
}

export function MessageMenu({ message, handlers }: { message: Message; handlers: MessageMenuHandlers }) {
  const capabilities = useSession(({ user }) => user?.capabilities) ?? []
  const showsReactions = handlers.onReply && canReact(message, capabilities)
  const file = toSafeUrl(message.attachment?.url)
  const isDownloadable = file && ['image', 'video', 'audio', 'document', 'sticker'].includes(message.type ?? '')
  return (
    <>
      {showsReactions && (
        <>
          <div role="group" aria-label="Reagir" className="flex flex-wrap items-center">
            {QUICK_REACTIONS.map((emoji) => (
              <MenuItem
                key={emoji}
                aria-label={`Reagir com ${emoji}`}
                className={`${ROW_BUTTON_CLASSES} text-[1.25rem] ${message.our_reaction?.emoji === emoji ? 'bg-hover' : ''}`}
                onClick={() => handlers.onReact(emoji)}
              >
                {emoji}
              </MenuItem>
            ))}
            <MenuItem aria-label="Outro emoji" title="Outro" className={ROW_BUTTON_CLASSES} onClick={handlers.onOtherEmoji}>
              <SmilePlus aria-hidden="true" />
            </MenuItem>
          </div>
          <MenuSeparator />
        </>
      )}
      {handlers.onReply && !message.revoked_at && (
        <MenuItem onClick={handlers.onReply}>
          <Reply aria-hidden="true" />
          Responder
        </MenuItem>
      )}
      {message.content !== '' && (
        <MenuItem onClick={() => void copyText(stripBidiControls(message.content))}>
          <Copy aria-hidden="true" />
          Copiar texto
        </MenuItem>
      )}
      {isDownloadable && (
        <MenuItem render={<a href={file} download={message.attachment?.filename ?? ''} aria-label="Baixar" />}>
          <Download aria-hidden="true" />
          Baixar
        </MenuItem>
      )}
      {capabilities.includes('knowledge') && canHaveSources(message) && (
        <MenuItem onClick={handlers.onShowSources}>
          <BookOpen aria-hidden="true" />
          De onde veio
        </MenuItem>
      )}
      {capabilities.includes('versions') && canHaveSources(message) && (
        <MenuItem onClick={handlers.onCorrect}>
          <PencilLine aria-hidden="true" />
          Corrigir
        </MenuItem>
      )}
      {canHaveInfo(message, capabilities) && (
        <MenuItem onClick={handlers.onShowInfo}>
          <Info aria-hidden="true" />
          Informações
        </MenuItem>
      )}
    </>
  )
}
