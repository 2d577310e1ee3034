import { useState } from 'react'
import { setAlertPreferences, usePreferences } from '../../shared/preferences/preferences.ts'
import { Switch } from '../../shared/ui/inputs/switch.tsx'
import { Card } from '../../shared/ui/layout/card.tsx'

type Permission = NotificationPermission | 'unsupported'

const getNotificationPermission = (): Permission =>
  // oxlint-disable-next-line browsers/supported -- tested for in the same line
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission

const PERMISSION_TEXTS: Readonly<Partial<Record<Permission, string>>> = {
  unsupported: 'Este navegador não mostra notificações.',
  denied: 'O navegador bloqueou as notificações deste site. Libere-as nas permissões do site.',
}

/** Card that sets how this browser alerts the user while the panel is not visible. All alerts are off at first. */
export function AlertsCard() {
  const { sound, browserNotifications } = usePreferences()
  const [permission, setPermission] = useState(getNotificationPermission)
  const chooseNotifications = async (isEnabled: boolean) => {
    // oxlint-disable-next-line browsers/supported -- the switch is disabled where it is missing
    const newPermission = isEnabled ? await Notification.requestPermission() : permission
    setPermission(newPermission)
    setAlertPreferences({ browserNotifications: isEnabled && newPermission === 'granted' })
  }
  return (
    <Card title="Avisos" description="Valem só neste navegador.">
      <div className="flex flex-col gap-4">
        <Switch
          label="Som a cada mensagem de lead"
          description="Toca quando a conversa não está aberta à sua frente."
          checked={sound}
          onChange={(isEnabled) => setAlertPreferences({ sound: isEnabled })}
        />
        <Switch
          label="Notificações do navegador"
          description={PERMISSION_TEXTS[permission] ?? 'Mostram quem escreveu, sem o texto da mensagem.'}
          checked={browserNotifications && permission === 'granted'}
          disabled={permission === 'unsupported' || permission === 'denied'}
          onChange={(isEnabled) => void chooseNotifications(isEnabled)}
        />
      </div>
    </Card>
  )
}
