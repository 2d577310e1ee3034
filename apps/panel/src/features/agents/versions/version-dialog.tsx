import type { AgentVersion } from '@prosa/contract/entities/agents/agent-version'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { listSettingValues } from './version-texts.ts'

/** Dialog that shows the settings of one published version. */
export function VersionDialog({ version, onClose }: { version: AgentVersion; onClose: () => void }) {
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={`Versão ${version.number}`}>
      <dl className="flex flex-col gap-3.5">
        {listSettingValues(version.settings).map(({ label, value }) => (
          <div key={label}>
            <dt className="text-ink-3 text-meta">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line text-ui">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
