import { CSPProvider } from '@base-ui/react/csp-provider'
import { InviteSection } from '../features/invitations/invite-section.tsx'
import { InvitationsSection } from '../features/invitations/list/invitations-section.tsx'
import { TenantPicker } from '../features/tenants/tenant-picker.tsx'
import { TenantsSection } from '../features/tenants/tenants-section.tsx'
import { useIsPlatformStaff } from '../features/tenants/use-is-platform-staff.ts'

/** Page of the invitations. For platform staff it also lists the tenants (organisations). */
export function InvitePage() {
  const seesEveryTenant = useIsPlatformStaff()
  return (
    <CSPProvider disableStyleElements>
      <div className="mx-auto flex w-full max-w-[88rem] flex-col gap-10 *:max-w-5xl px-edge py-8 sm:px-[min(2rem,5vw)]">
        <title>Convidar Usuário · Prosa</title>
        <div>
          <h1 className="font-bold text-title">Convidar Usuário</h1>
          <p className="mt-1 mb-6 text-ink-3 text-message">A pessoa recebe um link, completa o cadastro e já entra no painel.</p>
          <InviteSection TenantField={TenantPicker} />
        </div>
        <InvitationsSection />
        {seesEveryTenant && <TenantsSection />}
      </div>
    </CSPProvider>
  )
}
