import type { AuditRow } from '@prosa/contract/entities/organisation/audit'
import { formatDeviceName } from '@prosa/contract/rules/accounts/device-name'
import { formatAuditChanges } from '@prosa/contract/rules/organisation/audit-changes'
import { formatAuditAction, getActorName } from '@prosa/contract/rules/organisation/audit-texts'
import { formatFullDate } from '../../shared/formatting/format-date.ts'
import { ChevronDownGlyph } from '../../shared/ui/inputs/glyphs.tsx'

function EntryDetails({ id, act }: { id: string; act: AuditRow }) {
  return (
    <dl id={id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 px-4 pt-2 pb-4 text-meta">
      {formatAuditChanges(act, formatFullDate).map(({ label, before, after }) => (
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
      <dd className="tabular">{formatFullDate(act.at)}</dd>
      {act.ip && (
        <>
          <dt className="text-ink-3">De onde</dt>
          <dd className="wrap-anywhere tabular">
            {act.ip}
            {act.user_agent && ` · ${formatDeviceName(act.user_agent)}`}
          </dd>
        </>
      )}
      <dt className="text-ink-3">Registro</dt>
      <dd className="tabular">{act.seq === null ? 'ainda não está na cadeia' : `nº ${act.seq}`}</dd>
    </dl>
  )
}

interface AuditEntryRowProps {
  act: AuditRow
  isOpen: boolean
  onToggle: (id: string) => void
}

/**
 * Row of the audit log: who did what to what, and when. Expanded, it shows the values before and after the action, and where the request
 * came from.
 */
export function AuditEntryRow({ act, isOpen, onToggle }: AuditEntryRowProps) {
  const details = `act-${act.id}`
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? details : undefined}
        onClick={() => onToggle(act.id)}
        className="flex min-h-11 w-full items-baseline gap-3 px-4 py-2.5 text-left text-ui transition-colors duration-(--time-in) hover:bg-hover"
      >
        <time dateTime={act.at} className="shrink-0 text-ink-3 text-meta tabular">
          {new Date(act.at).toTimeString().slice(0, 5)}
        </time>
        <span className="wrap-anywhere min-w-0 flex-1">
          <span className="font-semibold">{getActorName(act)}</span> {formatAuditAction(act)}
        </span>
        <ChevronDownGlyph className={`size-4 shrink-0 self-center text-ink-3 ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      {isOpen && <EntryDetails id={details} act={act} />}
    </>
  )
}
