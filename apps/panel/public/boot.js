// Runs before the first paint, so that nobody sees the other theme flash. The panel's own code takes over from here.
;(function () {
  var choice = 'dark'
  try {
    choice = JSON.parse(localStorage.getItem('preferences')).state.theme || choice
  } catch (_) {}
  var system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  document.documentElement.dataset.theme = choice === 'system' ? system : choice

  // Whoever is signed in needs what stands behind the sign-in, whoever is not the form: it comes together with the first script, not
  // when that has run. Pages without either are addressed by links.
  try {
    var files = document.currentScript.dataset
    var kept = JSON.parse(localStorage.getItem('auth-storage'))
    var ahead = files.form
    if (kept && kept.state.user) ahead = files.inside + (/^\/chat(\/|$)/.test(location.pathname) ? ' ' + files.chat : '')
    else if (/^\/(comecar|google|onboarding|politica|recuperar|termos)/.test(location.pathname)) ahead = ''
    if (ahead)
      ahead.split(' ').forEach(function (file) {
        var link = document.createElement('link')
        link.rel = /css$/.test(file) ? 'preload' : 'modulepreload'
        if (link.rel === 'preload') link.as = 'style'
        link.crossOrigin = ''
        link.href = file
        document.head.append(link)
      })
  } catch (_) {}

  // A panel that cannot start (a missing variable, a script that did not arrive) says so instead of starting for ever.
  addEventListener(
    'error',
    function (event) {
      var waiting = document.getElementById('starting')
      if (waiting) waiting.textContent = event.message || 'Não foi possível carregar o aplicativo. Recarregue a página.'
    },
    true,
  )
})()
