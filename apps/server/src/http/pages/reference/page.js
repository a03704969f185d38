/* global SwaggerUIBundle */
const reference = document.querySelector('#reference');

async function readDescription() {
  const answer = await fetch('openapi.json');
  if (!answer.ok) throw new Error(`openapi.json was answered with status ${answer.status}.`);
  return answer.json();
}

async function show() {
  const description = await readDescription();
  // Calls go to where this page is from, under whichever name it was opened.
  const servers = [{ url: new URL('.', location.href).href.replace(/\/$/, '') }];
  SwaggerUIBundle({
    domNode: reference,
    spec: { ...description, servers },
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    filter: true,
    validatorUrl: null,
  });
}

show().catch((error) => {
  const message = document.createElement('p');
  message.textContent = `The description of the API could not be shown: ${error.message}`;
  reference.replaceChildren(message);
});
