import { keyNames, SHORTCUTS, type ShortcutId } from '../shortcuts.ts'

/** The keys of a shortcut as they stand on the keyboard. */
export function Kbd({ of }: { of: ShortcutId }) {
  return (
    <span className="inline-flex shrink-0 gap-1">
      {keyNames(SHORTCUTS[of]).map((name) => (
        <kbd
          key={name}
          className="min-w-5 rounded-[4px] border border-control px-1 text-center font-sans font-semibold text-ink-2 text-meta"
        >
          {name}
        </kbd>
      ))}
    </span>
  )
}
