import type { AuditRow } from '@prosa/contract/entities/organisation/audit'
import { formatDeviceName } from '@prosa/contract/rules/accounts/device-name'
import { formatAuditChanges } from '@prosa/contract/rules/organisation/audit-changes'
import { formatAuditAction, getActorName } from '@prosa/contract/rules/organisation/audit-texts'
import { formatFullDate } from '../../shared/formatting/format-date.ts'
import { ChevronDownGlyph } from '../../shared/ui/inputs/glyphs.tsx'

function EntryDetails({ id, entry }: { id: string; entry: AuditRow }) {
  return (
    <dl id={id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 px-4 pt-2 pb-4 text-meta">
      {formatAuditChanges(entry, formatFullDate).map(({ label, before, after }) => (
        <div key={label} className="contents">
          <dt className="text-ink-3">{label}</dt>
          <dd className="wrap-anywhere">
            {before !== null && <span className={after === null ? undefined : 'text-ink-3'}>{before}</span>}
            {before !== null && after !== null && <span className="text-ink-3"> → </span>}
            {after}
          </dd>
        </div>
      ))}
      <dt className="text-ink-3">Quando</dt>
      <dd className="tabular">{formatFullDate(entry.at)}</dd>
      {entry.ip && (
        <>
          <dt className="text-ink-3">De onde</dt>
          <dd className="wrap-anywhere tabular">
            {entry.ip}
            {entry.user_agent && ` · ${formatDeviceName(entry.user_agent)}`}
          </dd>
        </>
      )}
      <dt className="text-ink-3">Registro</dt>
      <dd className="tabular">{entry.seq === null ? 'ainda não está na cadeia' : `nº ${entry.seq}`}</dd>
    </dl>
  )
}

interface AuditEntryRowProps {
  entry: AuditRow
  isOpen: boolean
  onToggle: (id: string) => void
}

/**
 * Row of the audit log: user, action, target and time. Expanded, it also shows the values before and after the action, and the origin of
 * the request.
 */
export function AuditEntryRow({ entry, isOpen, onToggle }: AuditEntryRowProps) {
  const detailsId = `act-${entry.id}`
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={() => onToggle(entry.id)}
        className="flex min-h-11 w-full items-baseline gap-3 px-4 py-2.5 text-left text-ui transition-colors duration-(--time-in) hover:bg-hover"
      >
        <time dateTime={entry.at} className="shrink-0 text-ink-3 text-meta tabular">
          {new Date(entry.at).toTimeString().slice(0, 5)}
        </time>
        <span className="wrap-anywhere min-w-0 flex-1">
          <span className="font-semibold">{getActorName(entry)}</span> {formatAuditAction(entry)}
        </span>
        <ChevronDownGlyph className={`size-4 shrink-0 self-center text-ink-3 ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      {isOpen && <EntryDetails id={detailsId} entry={entry} />}
    </>
  )
}
