import { useSession } from '../../shared/session/session.ts'
import { Kbd } from '../../shared/shortcuts/kbd.tsx'
import { MESSAGE_SHORTCUT_LABELS, MESSAGE_SHORTCUTS } from '../../shared/shortcuts/message-shortcuts.ts'
import { SHORTCUT_GROUPS, SHORTCUT_LABELS } from '../../shared/shortcuts/shortcut-labels.ts'
import { isShortcutPressed, SHORTCUTS, type Shortcut } from '../../shared/shortcuts/shortcuts.ts'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { openOverlay } from '../../shared/ui/layers/overlay.ts'

interface ShortcutGroup {
  readonly title: string
  readonly keys: readonly { readonly label: string; readonly shortcut: Shortcut }[]
}

/** Returns the groups of shortcuts in display order, without shortcuts for features that the server does not offer. */
function useShortcutGroups(): readonly ShortcutGroup[] {
  const capabilities = useSession(({ user }) => user?.capabilities) ?? []
  const messageShortcuts = MESSAGE_SHORTCUT_LABELS.filter(({ requiredCapability }) => capabilities.includes(requiredCapability))
  const groups: readonly ShortcutGroup[] = SHORTCUT_GROUPS.map(({ title, ids }) => ({
    title,
    keys: ids.map((id) => ({ label: SHORTCUT_LABELS[id], shortcut: SHORTCUTS[id] })),
  }))
  if (messageShortcuts.length === 0) return groups
  const keys = messageShortcuts.map(({ id, label }) => ({ label, shortcut: MESSAGE_SHORTCUTS[id] }))
  return [...groups.slice(0, -1), { title: 'Nas mensagens', keys }, ...groups.slice(-1)]
}

interface ShortcutsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export default function ShortcutsDialog(props: ShortcutsDialogProps) {
  const groups = useShortcutGroups()
  return (
    <Dialog
      {...props}
      title="Atalhos de teclado"
      onKeyDown={(event) => {
        if (!isShortcutPressed(SHORTCUTS.palette, event.nativeEvent)) return
        event.preventDefault()
        openOverlay('palette')
      }}
    >
      <div className="grid gap-4">
        {groups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3 className="pb-1 font-semibold text-ink-3 text-meta">{title}</h3>
            <dl>
              {keys.map(({ label, shortcut }) => (
                <div key={label} className="flex items-center justify-between gap-4 border-line border-t py-1.5">
                  <dt className="text-ui">{label}</dt>
                  <dd>
                    <Kbd shortcut={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
