import MapPin from 'lucide-react/icons/map-pin'
import { cx } from '../cx.ts'

/** Preview of the location in a template's header. Missing parts are omitted, and no map is loaded from a third party. */
export const LocationPreview = ({ name, address }: { name: string; address: string }) => (
  <div className="flex items-center gap-3 rounded-control border border-line bg-bg p-3">
    <MapPin aria-hidden="true" className="size-6 shrink-0 text-ink-3" />
    <div className="min-w-0">
      <p className={cx('wrap-anywhere text-ui', name.trim() ? 'font-semibold' : 'text-ink-3')}>
        {name.trim() || 'Nome do lugar'}
      </p>
      <p className="wrap-anywhere text-ink-3 text-meta">{address.trim() || 'Endereço'}</p>
    </div>
  </div>
)
