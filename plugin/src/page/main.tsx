import { createRoot } from 'react-dom/client';
import { App } from './App';
import { Boundary } from './Boundary';
import './theme.css';
import './page.css';
import './start.css';

const root = document.getElementById('tailwalk');
if (root !== null) {
  createRoot(root).render(
    <Boundary>
      <App />
    </Boundary>,
  );
}
