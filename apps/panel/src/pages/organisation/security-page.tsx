import { SecondStepRuleCard } from '../../features/settings/security/second-step-rule-card.tsx'

/** Page that sets which users of the organisation must have a second factor. */
export function OrganisationSecurityPage() {
  return (
    <div className="max-w-2xl">
      <title>Segurança · Prosa</title>
      <SecondStepRuleCard />
    </div>
  )
}
