interface QuotaMeterProps {
  label: string
  /** Used part of the quota, from 0 to 1. Values above 1 are shown as full. */
  fraction: number
  /** Whether the used part is low enough that the user need not act. */
  isBelowWarning: boolean
}

/** Bar that shows how much of a quota is used. */
export function QuotaMeter({ label, fraction, isBelowWarning }: QuotaMeterProps) {
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(100, Math.floor(fraction * 100))}
      className="mt-2 h-2 overflow-hidden rounded-full bg-bubble-ai"
    >
      <div
        className={`h-full rounded-full ${isBelowWarning ? 'bg-primary' : 'bg-urucum'}`}
        style={{ width: `${Math.min(1, fraction) * 100}%` }}
      />
    </div>
  )
}
