// Runs before the first paint, so that the page does not flash in the other theme. Later the panel's own code applies the theme.
;(function () {
  var choice = 'dark'
  try {
    choice = JSON.parse(localStorage.getItem('preferences')).state.theme || choice
  } catch (_) {}
  var system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  document.documentElement.dataset.theme = choice === 'system' ? system : choice

  // Preloads the files of the pages behind the sign-in for signed-in users, otherwise those of the sign-in form, together with the first
  // script. Pages that are opened by a link need neither.
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

  // Shows an error if the panel cannot start (a missing variable, a script that failed to load) instead of the loading text.
  addEventListener(
    'error',
    function (event) {
      var waiting = document.getElementById('starting')
      if (waiting) waiting.textContent = event.message || 'Não foi possível carregar o aplicativo. Recarregue a página.'
    },
    true,
  )
})()
