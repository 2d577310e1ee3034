import { MESSAGE_MAX_CHARS } from '@prosa/contract/constants'
import type { ComposerLock } from '@prosa/contract/rules/conversations/composer-lock'
import { isImeKeyPress } from '@prosa/contract/rules/text/ime-key-press'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { lazyComponent } from '../../../../shared/lazy-loading/lazy-component.tsx'
import { useSession } from '../../../../shared/session/session.ts'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { discardOtherDrafts, getComposerDraft, saveComposerDraft } from '../../outbox/outbox-store.ts'
import { emitTyping } from '../../realtime/realtime-updates.ts'
import { createTypingEmitter } from '../../realtime/typing-entries.ts'

const [RemainingCharacters] = lazyComponent(() => import('./remaining-characters.tsx'))
const [ComposerLockNotice] = lazyComponent(() => import('./composer-lock-notice.tsx'))
const MAX_LINES = 6
/** Number of remaining characters from which the remaining length is shown. */
const LENGTH_WARNING_CHARS = 200
const NO_LENGTH = <p id="composer-length" hidden />

interface ComposerProps {
  ref: Ref<{ focus: () => void }>
  leadId: string
  conversationId: string
  lock: ComposerLock
  /** Button for another way to reach the lead, shown beside the reason of the lock. */
  recoveryAction?: ReactNode
  /**
   * Renders the buttons beside the text field. `showsRecorder`: true for the voice recorder after the field; otherwise the attach menu
   * before the field.
   */
  renderTools: (showsRecorder?: boolean) => ReactNode
  /** Sends the text. Returns true if the text was accepted; the field is then emptied. */
  onSend: (text: string) => boolean
}

/**
 * Returns the ref of a text field whose height adapts to its text, up to six lines. The surrounding row keeps its height during the
 * measurement, so that the messages above do not move.
 */
function useAutoGrow(text: string) {
  const textareaRef = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const element = textareaRef.current
    if (!element) return
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element)
    const maxHeight = Number.parseFloat(lineHeight) * MAX_LINES + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)
    const row = element.parentElement
    if (row) row.style.minHeight = `${row.offsetHeight}px`
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight + 2, maxHeight + 2)}px`
    element.style.overflowY = element.scrollHeight > maxHeight ? 'auto' : 'hidden'
    if (row) row.style.minHeight = ''
  }, [text])
  return textareaRef
}

/** Returns the draft of a conversation and a function that changes it. The draft survives a reload and an expired session. */
function useDraft(conversationId: string) {
  const [text, setText] = useState(() => getComposerDraft(conversationId))
  useEffect(() => discardOtherDrafts(conversationId), [conversationId])
  const saveText = (newText: string) => {
    setText(newText)
    saveComposerDraft(conversationId, newText)
  }
  return [text, saveText] as const
}

export function Composer({ ref, leadId, conversationId, lock, recoveryAction, renderTools, onSend }: ComposerProps) {
  const name = useSession((state) => state.user?.name ?? '')
  const [text, setText] = useDraft(conversationId)
  const textareaRef = useAutoGrow(text)
  const lockNoticeRef = useRef<HTMLDivElement>(null)
  const [wasLocked, setWasLocked] = useState(false)
  if (lock && !wasLocked) setWasLocked(true)
  // If the composer is locked, focuses the button in the lock notice, or the notice itself.
  const focus = () => (lockNoticeRef.current?.querySelector('button') ?? lockNoticeRef.current ?? textareaRef.current)?.focus()
  useImperativeHandle(ref, () => ({ focus }))

  const [typingEmitter] = useState(() =>
    createTypingEmitter({ start: () => emitTyping('typing_start', leadId), stop: () => emitTyping('typing_stop', leadId) }),
  )
  useEffect(() => typingEmitter.stop, [typingEmitter])

  const changeText = (newText: string) => {
    setText(newText)
    if (newText.trim() === '') typingEmitter.stop()
    else typingEmitter.handleInput()
  }
  const { length } = text.trim()
  const isNearLimit = length >= MESSAGE_MAX_CHARS - LENGTH_WARNING_CHARS
  const isTooLong = length > MESSAGE_MAX_CHARS
  const send = () => {
    if (lock || isTooLong || !onSend(text)) return
    typingEmitter.stop()
    setText('')
    textareaRef.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isImeKeyPress(event.nativeEvent)) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="border-line border-t bg-bg px-3 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:px-5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {wasLocked && (
        <Suspense>
          <ComposerLockNotice ref={lockNoticeRef} lock={lock} recoveryAction={recoveryAction} />
        </Suspense>
      )}
      <div className="flex items-end gap-2">
        {renderTools()}
        <textarea
          ref={textareaRef}
          rows={1}
          dir="auto"
          value={text}
          disabled={lock !== null}
          placeholder={`Digite sua mensagem como ${name}...`}
          aria-label="Mensagem"
          aria-invalid={isTooLong || undefined}
          aria-describedby={lock ? 'composer-lock' : 'composer-length'}
          onChange={({ target }) => changeText(target.value)}
          onKeyDown={onKeyDown}
          onBlur={typingEmitter.stop}
          className="composer-box min-h-10 coarse:min-h-11 min-w-0 flex-1 resize-none rounded-control border border-control bg-surface px-3 py-2 text-message disabled:cursor-not-allowed disabled:border-line disabled:bg-bg aria-invalid:border-roma coarse:text-[1rem]"
        />
        {renderTools(true)}
        <Button
          variant="primary"
          type="submit"
          disabled={lock !== null || length === 0 || isTooLong}
          // Keeps the focus in the text field, because losing it would close a phone's keyboard after each message.
          onMouseDown={(event) => event.preventDefault()}
          className="h-10 coarse:h-11 coarse:min-w-11 max-sm:px-3"
        >
          <SendHorizontal aria-hidden="true" className="size-4 sm:hidden" />
          <span className="max-sm:sr-only">Enviar</span>
        </Button>
      </div>
      {isNearLimit ? (
        <Suspense fallback={NO_LENGTH}>
          <RemainingCharacters length={length} />
        </Suspense>
      ) : (
        NO_LENGTH
      )}
    </form>
  )
}
