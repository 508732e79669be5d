import { createRoot } from 'react-dom/client';
import { App } from './App';
import { Boundary } from './Boundary';

const root = document.getElementById('tailwalk');
if (root !== null) {
  createRoot(root).render(
    <Boundary>
      <App />
    </Boundary>,
  );
}
