import { Autocomplete } from '@base-ui/react/autocomplete'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import { SEARCH_MIN_CHARS } from '@prosa/contract/constants'
import Check from 'lucide-react/icons/check'
import { useRef, useState } from 'react'
import { MessageSearch } from '../../features/conversation/search/message-search.tsx'
import { Kbd } from '../../shared/shortcuts/kbd.tsx'
import { isShortcutPressed, SHORTCUTS } from '../../shared/shortcuts/shortcuts.ts'
import { cx } from '../../shared/ui/cx.ts'
import { focusMainContent } from '../../shared/ui/focus/main-content.ts'
import { DIALOG_POPUP_CLASS, SCRIM_CLASS } from '../../shared/ui/layers/layer-classes.ts'
import { PALETTE_FIELD_LABEL, useOverlay } from '../../shared/ui/layers/overlay.ts'
import { useLayerHistoryEntry } from '../../shared/ui/layers/use-layer-history-entry.ts'
import { SEARCH_LIST_PROPS, SearchListField } from '../../shared/ui/search/search-list-field.tsx'
import type { Command, CommandGroup } from './command.ts'
import { useCommandGroups } from './use-command-groups.ts'

const ITEM_CLASS =
  'flex min-h-9 coarse:min-h-11 cursor-default items-center gap-2.5 rounded-control px-2.5 py-1 text-ui outline-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3'

interface CommandPaletteProps {
  open: boolean
  /** Element that had the focus before the palette opened. */
  opener: Element | null
  /** Initial text of the search field. */
  text?: string
  onOpenChange: (open: boolean) => void
}

/** Command palette: finds conversations, agents, pages and actions by name. */
export default function CommandPalette({ open, opener, text = '', onOpenChange }: CommandPaletteProps) {
  /** Whether the command opened another page. If so, the focus stays on that page when the palette closes. */
  const hasNavigated = useRef(false)
  const [openState, setOpenState] = useState({ open, count: 0 })
  if (openState.open !== open) setOpenState({ open, count: openState.count + (open ? 1 : 0) })
  const search = useOverlay((state) => state.search)
  useLayerHistoryEntry(open, () => onOpenChange(false))
  const run = (command: Command) => {
    hasNavigated.current = command.navigates === true
    onOpenChange(false)
    command.run()
  }
  const getFinalFocus = () => {
    if (!hasNavigated.current) return opener instanceof HTMLElement && opener.isConnected ? opener : true
    hasNavigated.current = false
    focusMainContent()
    return false
  }
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open={open} onOpenChange={onOpenChange}>
        <Dialog.Portal>
          <Dialog.Backdrop className={SCRIM_CLASS} />
          <Dialog.Popup
            // The search field focuses itself.
            initialFocus={false}
            finalFocus={getFinalFocus}
            className={cx(DIALOG_POPUP_CLASS, 'flex !max-w-xl flex-col !overflow-hidden !p-0')}
            onKeyDown={(event) => {
              // If the palette is already closing, the shortcut is handled by the page, which opens the palette again.
              if (!open || !isShortcutPressed(SHORTCUTS.palette, event.nativeEvent)) return
              event.preventDefault()
              onOpenChange(false)
            }}
          >
            <Dialog.Title className="sr-only">{search ? 'Pesquisar mensagens' : 'Ir para ou fazer'}</Dialog.Title>
            {search ? (
              <MessageSearch
                key={openState.count}
                text={text}
                leadId={search.leadId}
                onClose={() => {
                  hasNavigated.current = true
                  onOpenChange(false)
                }}
              />
            ) : (
              <CommandSearch key={openState.count} text={text} onRun={run} />
            )}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
}

/** Search field and results of the palette. Remounted at each opening to clear the field, even while the previous closing is animated. */
function CommandSearch({ text: initialText, onRun }: { text: string; onRun: (command: Command) => void }) {
  const [text, setText] = useState(initialText)
  const { groups, isSearching } = useCommandGroups(text)
  const typedLength = text.trim().length
  const isShort = typedLength > 0 && typedLength < SEARCH_MIN_CHARS
  return (
    <Autocomplete.Root
      {...SEARCH_LIST_PROPS}
      items={groups}
      value={text}
      onValueChange={setText}
      itemToStringValue={({ label }: Command) => label}
    >
      <SearchListField label={PALETTE_FIELD_LABEL} isSearching={isSearching} />
      <Autocomplete.Status className={isShort ? 'px-4 pt-2 text-ink-3 text-meta' : 'sr-only'}>
        {isShort && `A partir de ${SEARCH_MIN_CHARS} letras ou números, procura em todas as conversas.`}
        {isSearching && 'Procurando conversas'}
      </Autocomplete.Status>
      <Autocomplete.Empty>
        {!isSearching && !isShort && <p className="px-4 py-6 text-ink-3 text-ui">Nada com “{text.trim()}”.</p>}
      </Autocomplete.Empty>
      <Autocomplete.List aria-label="Resultados" className="min-h-0 flex-1 overflow-y-auto p-1 outline-none empty:p-0">
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
            <Autocomplete.GroupLabel className="px-2.5 pt-1.5 pb-1 font-semibold text-ink-3 text-meta">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Autocomplete.Item key={command.id} value={command} className={ITEM_CLASS} onClick={() => onRun(command)}>
                  <command.Icon aria-hidden="true" />
                  <span className="truncate">{command.label}</span>
                  {command.hint && <span className="min-w-0 truncate text-ink-3 text-meta tabular">{command.hint}</span>}
                  <span className="ml-auto flex items-center">
                    {command.isCurrent && <Check role="img" aria-label="em uso" className="!text-primary" />}
                    {command.shortcut && (
                      <span aria-hidden="true" className="coarse:hidden">
                        <Kbd shortcut={command.shortcut} />
                      </span>
                    )}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}
