import { ActionItem, useActions } from '../actions.tsx'
import type { ActionTarget } from '../pause-action.ts'
import { PrivacyItems } from '../privacy/privacy-items.tsx'

interface ThreadMenuItemsProps {
  target: ActionTarget
  onErase: () => void
}

/** What is done to a lead more seldom than pausing its agent. */
export default function ThreadMenuItems({ target, onErase }: ThreadMenuItemsProps) {
  const { attention, archive } = useActions(target)
  return (
    <>
      <ActionItem action={attention} />
      <ActionItem action={archive} />
      <PrivacyItems leadId={target.lead_id} onErase={onErase} />
    </>
  )
}
