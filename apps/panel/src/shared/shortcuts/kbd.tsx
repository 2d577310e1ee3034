import { getKeyNames, SHORTCUTS, type Shortcut, type ShortcutId } from './shortcuts.ts'

/** Renders the keys of a shortcut with the names that are printed on the keyboard. */
export function Kbd({ shortcut }: { shortcut: ShortcutId | Shortcut }) {
  return (
    <span className="inline-flex shrink-0 gap-1">
      {getKeyNames(typeof shortcut === 'string' ? SHORTCUTS[shortcut] : shortcut).map((name) => (
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
