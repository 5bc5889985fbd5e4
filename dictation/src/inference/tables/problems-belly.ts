/** Problems of the bowels, kidneys, glands and metabolism. problems.ts describes the format of a row. */
export const bellyProblems = `
gastroesophageal reflux disease = gerd, acid reflux, reflux, gastroesophageal reflux, reflux disease | K21.9
heartburn | R12
dyspepsia = indigestion | K30
esophagitis | K20.90
Barrett esophagus = Barrett's esophagus | K22.70
hiatal hernia | K44.9
gastritis | K29.70
peptic ulcer disease = peptic ulcer, pud | K27.9
gastric ulcer = stomach ulcer | K25.9
duodenal ulcer | K26.9
gastroenteritis = viral gastroenteritis, stomach flu | K52.9
gastroparesis | K31.84
Helicobacter pylori infection = H. pylori, h pylori infection | B96.81
gastrointestinal bleed = gi bleed, gastrointestinal bleeding, gi bleeding, gastrointestinal hemorrhage, upper gi bleed, lower gi bleed, upper gastrointestinal bleed | K92.2
esophageal varices = varices | I85.00
appendicitis | K37
acute appendicitis | K35.80
diverticulitis | K57.92
diverticulosis | K57.90
irritable bowel syndrome = ibs | K58.9
inflammatory bowel disease = ibd
Crohn disease = Crohn's disease, crohns disease, Crohn's | K50.90
ulcerative colitis | K51.90
colitis | K52.9
Clostridioides difficile infection = c. diff, c diff, clostridium difficile, clostridium difficile colitis, c. difficile colitis, c difficile colitis | A04.72
celiac disease | K90.0
lactose intolerance | E73.9
small bowel obstruction = sbo | K56.609
bowel obstruction | K56.609
ileus | K56.7
inguinal hernia | K40.90
umbilical hernia | K42.9
ventral hernia | K43.9
hernia = incisional hernia
hemorrhoids = hemorrhoid, internal hemorrhoids, external hemorrhoids | K64.9
anal fissure | K60.2
rectal bleeding = blood per rectum, bright red blood per rectum, hematochezia, blood in stool, bloody stools, bloody stool, blood in the stool, blood in her stool, blood in his stool | K62.5
melena = black stools, tarry stools, black tarry stools, dark stools | K92.1
colon polyp = colonic polyp, polyp of colon | K63.5
constipation = constipated | K59.00
diarrhea = loose stools, watery stools, watery diarrhea, loose stool | R19.7
nausea = nauseated, nauseous | R11.0
vomiting = vomited, vomit, emesis, throwing up, vomits | R11.10
hematemesis = vomiting blood, vomited blood, vomiting of blood | K92.0
abdominal pain = belly pain, stomach pain, stomachache, stomach ache, pain in abdomen, abdominal discomfort, stomach cramps | R10.9
epigastric pain = epigastric discomfort | R10.13
right upper quadrant pain | R10.11
left upper quadrant pain | R10.12
right lower quadrant pain | R10.31
left lower quadrant pain | R10.32
abdominal distention = abdominal distension, bloating, distended abdomen, bloated | R14.0
dysphagia = difficulty swallowing, trouble swallowing | R13.10
odynophagia = painful swallowing, pain with swallowing | R13.10
fecal incontinence = bowel incontinence | R15.9
loss of appetite = poor appetite, decreased appetite, anorexia, reduced appetite, lack of appetite | R63.0
early satiety | R68.81
flatulence | R14.3
guarding = involuntary guarding, voluntary guarding | R19.30
rebound = rebound tenderness
rigidity
hepatomegaly = enlarged liver | R16.0
splenomegaly = enlarged spleen | R16.1
hepatosplenomegaly = organomegaly
ascites | R18.8
jaundice = jaundiced, icterus, scleral icterus, icteric | R17
cirrhosis = liver cirrhosis, cirrhosis of the liver, hepatic cirrhosis | K74.60
fatty liver = fatty liver disease, hepatic steatosis, nonalcoholic fatty liver disease, nafld, steatosis | K76.0
hepatitis
hepatitis B | B19.10
hepatitis C | B19.20
hepatic encephalopathy | K76.82
elevated liver enzymes = elevated liver function tests, elevated lfts, elevated transaminases, transaminitis, elevated ast, elevated alt | R74.01
gallstones = cholelithiasis, gallstone | K80.20
cholecystitis | K81.9
acute cholecystitis | K81.0
choledocholithiasis | K80.50
cholangitis | K83.09
pancreatitis | K85.90
acute pancreatitis | K85.90
chronic pancreatitis | K86.1
chronic kidney disease = ckd, chronic renal insufficiency, chronic renal disease, chronic renal failure | N18.9
chronic kidney disease stage 3 = ckd stage 3, stage 3 chronic kidney disease, stage 3 ckd | N18.30
chronic kidney disease stage 3a = ckd stage 3a, stage 3a chronic kidney disease | N18.31
chronic kidney disease stage 3b = ckd stage 3b, stage 3b chronic kidney disease | N18.32
chronic kidney disease stage 4 = ckd stage 4, stage 4 chronic kidney disease | N18.4
chronic kidney disease stage 5 | N18.5
end stage renal disease = esrd, end stage kidney disease | N18.6
acute kidney injury = aki, acute renal failure, acute kidney failure | N17.9
renal insufficiency = kidney disease, renal failure, kidney failure | N28.9
nephrolithiasis = kidney stone, kidney stones, renal stone, renal calculus, renal calculi | N20.0
ureteral stone = ureterolithiasis, ureteral calculus | N20.1
renal colic | N23
hydronephrosis | N13.30
pyelonephritis | N12
nephrotic syndrome | N04.9
glomerulonephritis | N05.9
proteinuria | R80.9
urinary tract infection = uti, bladder infection | N39.0
cystitis | N30.90
interstitial cystitis | N30.10
dysuria = painful urination, burning with urination, burning on urination, pain with urination, burning urination | R30.0
hematuria = blood in urine, blood in the urine, blood in his urine, blood in her urine, bloody urine | R31.9
gross hematuria | R31.0
microscopic hematuria | R31.29
urinary frequency = frequent urination, frequency of urination, polyuria | R35.0
nocturia | R35.1
urinary urgency = urgency | R39.15
urinary retention | R33.9
urinary incontinence = incontinence, incontinent of urine, loss of bladder control | R32
stress incontinence | N39.3
overactive bladder | N32.81
benign prostatic hyperplasia = bph, enlarged prostate, prostatic enlargement, benign prostatic hypertrophy, prostatic hyperplasia | N40.0
prostatitis | N41.9
elevated PSA = elevated prostate specific antigen | R97.20
erectile dysfunction = impotence | N52.9
hydrocele | N43.3
varicocele | I86.1
testicular torsion | N44.00
epididymitis | N45.1
balanitis | N48.1
phimosis | N47.1
flank pain = costovertebral angle tenderness, cva tenderness
diabetes = diabetes mellitus | E11.9
type 2 diabetes mellitus = type 2 diabetes, diabetes mellitus type 2, diabetes type 2, t2dm, dm2, type ii diabetes mellitus, type ii diabetes, adult onset diabetes, non insulin dependent diabetes | E11.9
type 1 diabetes mellitus = type 1 diabetes, diabetes mellitus type 1, diabetes type 1, t1dm, type i diabetes, juvenile diabetes | E10.9
gestational diabetes = gestational diabetes mellitus | O24.419
prediabetes = pre diabetes, impaired fasting glucose, borderline diabetes | R73.03
diabetic ketoacidosis = dka | E11.10
diabetic neuropathy = diabetic peripheral neuropathy | E11.40
diabetic nephropathy | E11.21
diabetic retinopathy | E11.319
hyperglycemia = elevated blood sugar, high blood sugar, elevated glucose | R73.9
hypoglycemia = low blood sugar, low blood sugars | E16.2
hypothyroidism = underactive thyroid | E03.9
hyperthyroidism = overactive thyroid | E05.90
Graves disease = Graves' disease | E05.00
Hashimoto thyroiditis = Hashimoto's thyroiditis, Hashimoto's | E06.3
thyroid nodule | E04.1
goiter = thyromegaly | E04.9
hyperparathyroidism | E21.3
adrenal insufficiency | E27.40
Cushing syndrome = Cushing's syndrome | E24.9
polycystic ovary syndrome = pcos, polycystic ovarian syndrome | E28.2
vitamin D deficiency = low vitamin d | E55.9
vitamin B12 deficiency = b12 deficiency | E53.8
hypokalemia = low potassium | E87.6
hyperkalemia = high potassium, elevated potassium | E87.5
hyponatremia = low sodium | E87.1
hypernatremia | E87.0
hypocalcemia | E83.51
hypercalcemia | E83.52
hypomagnesemia | E83.42
hyperuricemia | E79.0
metabolic acidosis = acidosis
lactic acidosis
dehydration = dehydrated, volume depletion, dry mucous membranes | E86.0
fluid overload = volume overload, hypervolemia | E87.70
obesity = obese | E66.9
morbid obesity = morbidly obese, severe obesity | E66.01
overweight | E66.3
malnutrition | E46
failure to thrive
metabolic syndrome | E88.810
weight loss = unintentional weight loss, unintended weight loss, lost weight | R63.4
weight gain = gained weight | R63.5
hemochromatosis | E83.119
`
