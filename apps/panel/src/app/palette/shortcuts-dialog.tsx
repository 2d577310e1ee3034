import { openOverlay } from '../../shared/overlay.ts'
import { SHORTCUT_GROUPS, SHORTCUT_WORDS } from '../../shared/shortcut-words.ts'
import { isPressed, SHORTCUTS } from '../../shared/shortcuts.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Kbd } from '../../shared/ui/kbd.tsx'

interface ShortcutsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export default function ShortcutsDialog(props: ShortcutsDialogProps) {
  return (
    <Dialog
      {...props}
      title="Atalhos de teclado"
      onKeyDown={(event) => {
        if (!isPressed(SHORTCUTS.palette, event.nativeEvent)) return
        event.preventDefault()
        openOverlay('palette')
      }}
    >
      <div className="grid gap-4">
        {SHORTCUT_GROUPS.map(({ title, ids }) => (
          <section key={title} aria-label={title}>
            <h3 className="pb-1 font-semibold text-ink-3 text-meta">{title}</h3>
            <dl>
              {ids.map((id) => (
                <div key={id} className="flex items-center justify-between gap-4 border-line border-t py-1.5">
                  <dt className="text-ui">{SHORTCUT_WORDS[id]}</dt>
                  <dd>
                    <Kbd of={id} />
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
