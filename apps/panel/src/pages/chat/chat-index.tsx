import { Kbd } from '../../shared/shortcuts/kbd.tsx'
import { SHORTCUT_LABELS } from '../../shared/shortcuts/shortcut-labels.ts'
import type { ShortcutId } from '../../shared/shortcuts/shortcuts.ts'
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx'

/** Shortcuts shown as examples. The last one opens the full list. */
const SHOWN_SHORTCUTS: readonly ShortcutId[] = ['next', 'previous', 'search', 'write', 'palette', 'help']

/** Content of the right pane while no conversation is open. */
export function ChatIndex() {
  return (
    <div className="grid h-full content-center justify-items-center gap-2 overflow-y-auto bg-bg">
      <EmptyState title="Escolha uma conversa na lista" className="!items-center !pb-4">
        O histórico aparece aqui, e você pode acompanhar ou entrar na conversa.
      </EmptyState>
      <dl className="hidden gap-x-3 gap-y-1.5 text-ink-3 text-meta lg:grid lg:grid-cols-[auto_auto]">
        {SHOWN_SHORTCUTS.map((id) => (
          <div key={id} className="contents">
            <dt className="flex justify-end">
              <Kbd shortcut={id} />
            </dt>
            <dd>{SHORTCUT_LABELS[id]}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
